#!/bin/sh
# Asks for every phase in points, and prints what comes. The end of our input ends our requests, not the subscription;
# -t makes socat stay for a year after it.
echo '{"id":1,"request":"subscribe","phases":["begin","update","end","cancel"],"unit":"pt"}' |
  socat -t 31536000 - "UNIX-CONNECT:${FLICKD_SOCKET:-/run/flickd/flickd.sock}"
