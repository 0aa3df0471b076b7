#!/bin/sh
# Publishes each of the service's lines to an MQTT broker as it comes.
flickctl listen --json | mosquitto_pub -h "${BROKER:-localhost}" -p "${PORT:-1883}" -l -t kiosk/flickd
