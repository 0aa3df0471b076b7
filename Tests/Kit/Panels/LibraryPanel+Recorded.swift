internal import Panels

extension LibraryPanel {
  /// Panels with a description or a recording, against which a test checks them.
  ///
  /// Numbers are minimum, maximum, fuzz and resolution of an axis. Times are µs, measured in the
  /// same recording: the median interval between two reports of one contact, the gap between two
  /// contacts' frames of one scan, and the lower quartile of the silences before lifts.
  public static let recorded: [LibraryPanel] = [
    LibraryPanel(
      recorded: "evemu-devices/Atmel_maXTouch_Touchscreen.4-finger-drag-down.events",
      "Atmel maXTouch Touchscreen", bus: 24, vendor: 0x0000, product: 0x0000, x: [0, 799], y: [0, 479],
      slots: 10, more: [0x37: [0, 2], 0x3b: [0, 1]], period: 13867, liftDelay: 123539),
    LibraryPanel(
      recorded: "evemu-devices/N-Trig_MultiTouch.desc", "N-Trig MultiTouch", bus: 3, vendor: 0x1b96,
      product: 0x0001, x: [0, 9600], y: [0, 7200],
      more: [0x28: [0, 255], 0x30: [0, 9600], 0x31: [0, 7200], 0x34: [0, 1]], period: 10000),
    LibraryPanel(
      recorded: "evemu-devices/Wacom_Cintiq_13HD_touch_Finger.events", "Wacom Cintiq 13HD touch Finger",
      bus: 3, vendor: 0x056a, product: 0x0335, x: [0, 2937, 4, 10], y: [0, 1652, 4, 10], slots: 10,
      more: [0x30: [0, 2937], 0x32: [0, 2937], 0x33: [0, 1652], 0x34: [0, 1]], period: 10000),
    LibraryPanel(
      recorded: "evemu-devices/Wacom_Cintiq_22HDT_Finger.events", "Wacom Cintiq 22HDT Finger", bus: 3,
      vendor: 0x056a, product: 0x005e, x: [0, 4752, 4], y: [0, 2673, 4], slots: 10,
      more: [0x30: [0, 4752], 0x32: [0, 4752], 0x33: [0, 2673], 0x34: [0, 1]], period: 10000),
    LibraryPanel(
      recorded: "evemu-devices/Wacom_ISDv4_E6_Finger.desc", "Wacom ISDv4 E6 Finger", bus: 3, vendor: 0x056a,
      product: 0x00e6, x: [0, 2776], y: [0, 1569], pointer: ([0, 2776, 4], [0, 1569, 4]), slots: 2,
      more: [0x37: [0, 1]], period: 10000),
    LibraryPanel(
      recorded: "evemu-devices/Wacom_Serial_Penabled_2FG_Touchscreen.desc",
      "Wacom Serial Penabled 2FG Touchscreen", bus: 19, vendor: 0x056a, product: 0x00e3, x: [0, 26312],
      y: [0, 16520], pointer: ([0, 26312, 0, 100], [0, 16520, 0, 100]), slots: 2,
      more: [0x18: [0, 255], 0x37: [0, 2]], period: 10000),
    LibraryPanel(
      recorded: "evemu-devices/eGalax_eMPIA_Technology_Inc._PCAP_MultiTouch_Controller.desc",
      "eGalax_eMPIA Technology Inc. PCAP MultiTouch Controller", bus: 0, vendor: 0x001f, product: 0x001f,
      x: [0, 32767], y: [0, 32767], slots: 10, period: 10000),
    LibraryPanel(
      recorded: "hid-devices/3m_0596_0500_0@3.12.ev.gz", "3M 3M MicroTouch USB controller", bus: 3,
      vendor: 0x0596, product: 0x0500, x: [0, 32767, 15], y: [0, 32767, 15], slots: 60, period: 9945,
      liftDelay: 8973),
    LibraryPanel(
      recorded: "hid-devices/3m_0596_051c_0@3.10.ev.gz", "3M 3M MicroTouch USB controller", bus: 3,
      vendor: 0x0596, product: 0x051c, x: [0, 32767, 0, 68], y: [0, 32767, 0, 109], slots: 20, period: 5138,
      liftDelay: 4236),
    LibraryPanel(
      recorded: "hid-devices/actionstar_2101_1011_0@3.12.ev.gz", "NAS 10.1", bus: 3, vendor: 0x2101,
      product: 0x1011, x: [0, 19967], y: [0, 11263], slots: 2, period: 8125, liftDelay: 8109),
    LibraryPanel(
      recorded: "hid-devices/advanced-silicon_2149_230a_0@3.10.ev.gz",
      "Advanced Silicon S.A CoolTouch(TM) System", bus: 3, vendor: 0x2149, product: 0x230a,
      x: [0, 32767, 0, 64], y: [0, 32767, 0, 114], slots: 10, period: 5284, liftDelay: 19590),
    LibraryPanel(
      recorded: "hid-devices/advanced-silicon_2149_2703_0@3.10.ev.gz",
      "Advanced Silicon S.A CoolTouch(TM) System", bus: 3, vendor: 0x2149, product: 0x2703,
      x: [0, 32767, 0, 55], y: [0, 32767, 0, 97], slots: 10, period: 6136, liftDelay: 22962),
    LibraryPanel(
      recorded: "hid-devices/asus-computers_0486_0185_0@3.10.ev.gz", "AsusTek, Inc. MultiTouch", bus: 3,
      vendor: 0x0486, product: 0x0185, x: [0, 3478], y: [0, 3478], slots: 2,
      more: [0x18: [0, 255], 0x3a: [0, 255]], period: 8167, liftDelay: 8061),
    LibraryPanel(
      recorded: "hid-devices/atmel_03eb_211c_0@3.10.ev.gz", "Atmel Atmel maXTouch Digitizer", bus: 3,
      vendor: 0x03eb, product: 0x211c, x: [0, 4095, 0, 15], y: [0, 4095, 0, 28], slots: 16, period: 16167,
      contactGap: 2135, liftDelay: 26746),
    LibraryPanel(
      recorded: "hid-devices/atmel_03eb_840b_0@3.10.ev.gz", "Atmel Atmel maXTouch Digitizer", bus: 3,
      vendor: 0x03eb, product: 0x840b, x: [0, 4095, 0, 16], y: [0, 4095, 0, 28], slots: 16, period: 8373,
      liftDelay: 31473),
    LibraryPanel(
      recorded: "hid-devices/cando_2087_0b03_0@3.12.ev.gz", "Cando 11.6", bus: 3, vendor: 0x2087,
      product: 0x0b03, x: [0, 18943], y: [0, 10751], slots: 2, period: 8141),
    LibraryPanel(
      recorded: "hid-devices/cvtouch_1ff7_0017_0@3.6.ev.gz", "CVT Electronics.Co.,Ltd", bus: 3,
      vendor: 0x1ff7, product: 0x0017, x: [0, 4095], y: [0, 4095], slots: 10, period: 20464, liftDelay: 9131),
    LibraryPanel(
      recorded: "hid-devices/data-modul_7374_1232_0@3.10.ev.gz", "DATA MODUL easyMaxTouch", bus: 3,
      vendor: 0x7374, product: 0x1232, x: [0, 4095, 0, 20], y: [0, 4095, 0, 26], slots: 16, period: 18755,
      contactGap: 2251, liftDelay: 46251),
    LibraryPanel(
      recorded: "hid-devices/egalax-capacitive_0eef_72fa_0@3.12.ev.gz", "eGalax Inc. USB TouchController",
      bus: 3, vendor: 0x0eef, product: 0x72fa, x: [0, 32767, 7], y: [0, 32767, 7], slots: 8, period: 9369,
      contactGap: 2208, liftDelay: 2105),
    LibraryPanel(
      recorded: "hid-devices/egalax-capacitive_0eef_7337_0@3.12.ev.gz",
      "eGalax_eMPIA Technology Inc. PCAP MultiTouch Controller", bus: 3, vendor: 0x0eef, product: 0x7337,
      x: [0, 32767], y: [0, 32767], slots: 8, period: 5113, contactGap: 2122, liftDelay: 2051),
    LibraryPanel(
      recorded: "hid-devices/egalax-capacitive_0eef_73f4_0@3.12.ev.gz",
      "eGalax Inc. eGalaxTouch EXC7200-73F4", bus: 3, vendor: 0x0eef, product: 0x73f4, x: [0, 32767],
      y: [0, 32767], slots: 8, period: 12264, contactGap: 1050, liftDelay: 939),
    LibraryPanel(
      recorded: "hid-devices/elan_04f3_000c_0@3.10.ev.gz", "ELAN Touchscreen", bus: 3, vendor: 0x04f3,
      product: 0x000c, x: [0, 3648, 0, 14], y: [0, 2048, 0, 14], slots: 10,
      more: [
        0x30: [0, 255, 0, 2], 0x31: [0, 255, 0, 2], 0x34: [0, 1], 0x3c: [0, 3648, 0, 14],
        0x3d: [0, 2048, 0, 14],
      ], period: 7786, liftDelay: 6275),
    LibraryPanel(
      recorded: "hid-devices/elan_04f3_010c_0@3.10.ev.gz", "ELAN Touchscreen", bus: 3, vendor: 0x04f3,
      product: 0x010c, x: [0, 3312, 0, 10], y: [0, 1872, 0, 10], slots: 10,
      more: [
        0x30: [0, 255, 0, 1], 0x31: [0, 255, 0, 1], 0x34: [0, 1], 0x3c: [0, 3312, 0, 10],
        0x3d: [0, 1872, 0, 10],
      ], period: 7277, liftDelay: 7231),
    LibraryPanel(
      recorded: "hid-devices/elan_04f3_016f_0@3.10.ev.gz", "ELAN Touchscreen", bus: 3, vendor: 0x04f3,
      product: 0x016f, x: [0, 3776, 0, 13], y: [0, 2112, 0, 13], slots: 10,
      more: [
        0x30: [0, 255, 0, 2], 0x31: [0, 255, 0, 2], 0x34: [0, 1], 0x3c: [0, 3776, 0, 13],
        0x3d: [0, 2112, 0, 13],
      ], period: 9183, liftDelay: 34686),
    LibraryPanel(
      recorded: "hid-devices/elan_04f3_200a_0@3.10.ev.gz", "i2c_hid 04F3:200A", bus: 24, vendor: 0x04f3,
      product: 0x200a, x: [0, 3776, 0, 13], y: [0, 2112, 0, 13], slots: 10,
      more: [
        0x30: [0, 255, 0, 2], 0x31: [0, 255, 0, 2], 0x34: [0, 1], 0x3b: [0, 1], 0x3c: [0, 3776, 0, 13],
        0x3d: [0, 2112, 0, 13],
      ], period: 12457, liftDelay: 11423),
    LibraryPanel(
      recorded: "hid-devices/elo-touchsystems_04e7_0080_0@3.10.ev.gz",
      "Elo TouchSystems Optical Touchscreen 02.04.22.02.", bus: 3, vendor: 0x04e7, product: 0x0080,
      x: [0, 32767, 0, 35], y: [0, 32767, 0, 62], slots: 8, period: 15630, liftDelay: 2190),
    LibraryPanel(
      recorded: "hid-devices/focaltech_10c4_81b9_0@3.14.ev.gz", "FocalTech Lab FTxxxx MultiTouch", bus: 3,
      vendor: 0x10c4, product: 0x81b9, x: [0, 1024], y: [0, 600], slots: 8, period: 18445, liftDelay: 14551),
    LibraryPanel(
      recorded: "hid-devices/huitoo_03f7_0003_0@3.10.ev.gz",
      "Huitoo Computer Co.,Ltd Huitoo MultiTouchScreen", bus: 3, vendor: 0x03f7, product: 0x0003,
      x: [0, 4095], y: [0, 4095], slots: 8, more: [0x30: [0, 4095], 0x31: [0, 4095], 0x34: [0, 1]],
      period: 11359, liftDelay: 11368),
    LibraryPanel(
      recorded: "hid-devices/ideacom_1cb6_6650_0@3.12.ev.gz", "IDEACOM IDC 6650", bus: 3, vendor: 0x1cb6,
      product: 0x6650, x: [0, 8191], y: [0, 8191], slots: 2, more: [0x18: [0, 255], 0x3a: [0, 255]],
      period: 8143, contactGap: 2136, liftDelay: 9366),
    LibraryPanel(
      recorded: "hid-devices/ilitek_222a_0015_0@3.10.ev.gz", "ILITEK ILITEK Multi-Touch", bus: 3,
      vendor: 0x222a, product: 0x0015, x: [0, 5826, 0, 26], y: [0, 3266, 0, 26], slots: 10, period: 8163,
      liftDelay: 37273),
    LibraryPanel(
      recorded: "hid-devices/irmtouch_23c9_5666_0@3.10.ev.gz", "IRM Touch IRM MultiTouch Screen", bus: 3,
      vendor: 0x23c9, product: 0x5666, x: [0, 32767], y: [0, 32767], slots: 6,
      more: [0x30: [0, 32767], 0x31: [0, 32767], 0x34: [0, 1]], period: 25241, liftDelay: 23527),
    LibraryPanel(
      recorded: "hid-devices/irtouch_6615_0081_0@3.10.ev.gz", "Beijing IRTOUCHSYS USB TouchScreen", bus: 3,
      vendor: 0x6615, product: 0x0081, x: [0, 32767, 0, 107], y: [0, 32767, 0, 142], slots: 10, period: 32363,
      liftDelay: 24395),
    LibraryPanel(
      recorded: "hid-devices/lg_043e_9aa1_0@3.10.ev.gz", "LGE LGE MultiTouch Device", bus: 3, vendor: 0x043e,
      product: 0x9aa1, x: [0, 1920, 0, 4], y: [0, 1080, 0, 4], slots: 10, period: 10144, liftDelay: 28351),
    LibraryPanel(
      recorded: "hid-devices/lg_1fd2_0064_0@3.10.ev.gz", "LG Display LGD-MultiTouch", bus: 3, vendor: 0x1fd2,
      product: 0x0064, x: [0, 1920], y: [0, 1080], slots: 2, period: 8222, liftDelay: 8184),
    LibraryPanel(
      recorded: "hid-devices/lumio_202e_0006_0@3.10.ev.gz", "LUMIO Inc LUMIO CrystalTouch ver 02.03.24.00.",
      bus: 3, vendor: 0x202e, product: 0x0006, x: [0, 32767, 0, 87], y: [0, 32767, 0, 109], slots: 8,
      period: 20162, liftDelay: 11285),
    LibraryPanel(
      recorded: "hid-devices/n-trig_1b96_0c01_0@3.10.ev.gz", "N-trig DuoSense", bus: 3, vendor: 0x1b96,
      product: 0x0c01, x: [0, 9600, 0, 37], y: [0, 7200, 0, 49], slots: 11,
      more: [
        0x30: [0, 9600, 0, 66], 0x31: [0, 7200, 0, 49], 0x34: [0, 1], 0x3b: [0, 1], 0x3c: [0, 9600, 0, 37],
        0x3d: [0, 7200, 0, 49],
      ], period: 10775),
    LibraryPanel(
      recorded: "hid-devices/n-trig_1b96_1000_0@3.10.ev.gz", "N-trig DuoSense", bus: 3, vendor: 0x1b96,
      product: 0x1000, x: [0, 9600, 0, 37], y: [0, 7200, 0, 50], slots: 11,
      more: [
        0x30: [0, 9600, 0, 67], 0x31: [0, 7200, 0, 50], 0x34: [0, 1], 0x3c: [0, 9600, 0, 37],
        0x3d: [0, 7200, 0, 50],
      ], period: 10869, liftDelay: 41247),
    LibraryPanel(
      recorded: "hid-devices/nexio_1870_0119_0@3.10.ev.gz",
      "Nexio Touch Device(HS) Nexio HID Multi-Touch ATI0460-06", bus: 3, vendor: 0x1870, product: 0x0119,
      x: [0, 16383], y: [0, 16383], slots: 6, more: [0x30: [0, 16383], 0x31: [0, 16383], 0x34: [0, 1]],
      period: 27453, liftDelay: 15276),
    LibraryPanel(
      recorded: "hid-devices/penmount_14e1_3500_0@3.10.ev.gz", "PenMount PM1400A", bus: 3, vendor: 0x14e1,
      product: 0x3500, x: [0, 2047], y: [0, 2047], slots: 10, period: 12541, liftDelay: 10132),
    LibraryPanel(
      recorded: "hid-devices/pqlabs_1ef1_0001_0@3.10.ev.gz", "PQLabs PQLabs MultiTouch Screen", bus: 3,
      vendor: 0x1ef1, product: 0x0001, x: [0, 16383, 0, 25], y: [0, 16383, 0, 41], slots: 2, period: 13222,
      liftDelay: 12212),
    LibraryPanel(
      recorded: "hid-devices/quanta_0408_3000_0@3.10.ev.gz", "Acer T230H", bus: 3, vendor: 0x0408,
      product: 0x3000, x: [0, 1919, 0, 4], y: [0, 1079, 0, 4], slots: 2, period: 8236, liftDelay: 8146),
    LibraryPanel(
      recorded: "hid-devices/quanta_0408_3008_0@3.10.ev.gz", "Quanta OpticalTouchScreen", bus: 3,
      vendor: 0x0408, product: 0x3008, x: [0, 1919, 0, 4], y: [0, 1079, 0, 4], slots: 2, period: 8145,
      liftDelay: 89694),
    LibraryPanel(
      recorded: "hid-devices/rafi_05bd_0107_0@3.6.ev.gz", "RAFI GmbH & Co. KG RAFI Glasscape Touch", bus: 3,
      vendor: 0x05bd, product: 0x0107, x: [0, 1023], y: [0, 1023], slots: 10, period: 19569, contactGap: 2203,
      liftDelay: 87603),
    LibraryPanel(
      recorded: "hid-devices/rndplus_2512_5003_0@3.10.ev.gz", "RNDPLUS Co., LTD PULSEIR TSR3202", bus: 3,
      vendor: 0x2512, product: 0x5003, x: [0, 16383], y: [0, 16383], slots: 8,
      more: [0x30: [0, 16383], 0x31: [0, 16383], 0x34: [0, 1]], period: 9276, liftDelay: 3298),
    LibraryPanel(
      recorded: "hid-devices/sharp_04dd_9681_0@3.10.ev.gz", "Sharp Corp. TPC-IC USB HID", bus: 3,
      vendor: 0x04dd, product: 0x9681, x: [0, 1920, 0, 4], y: [0, 1080, 0, 4], slots: 10,
      more: [0x30: [0, 255, 0, 1], 0x31: [0, 255, 0, 1], 0x34: [0, 1]], period: 8534, liftDelay: 6300),
    LibraryPanel(
      recorded: "hid-devices/synaptics_06cb_1d10_0@3.10.ev.gz", "SYNAPTICS Synaptics Large Touch Screen",
      bus: 3, vendor: 0x06cb, product: 0x1d10, x: [0, 3132, 0, 10], y: [0, 1777, 0, 10], slots: 15,
      period: 9414, liftDelay: 9257),
    LibraryPanel(
      recorded: "hid-devices/tpv_25aa_8883_0@3.10.ev.gz", "TPV OpticalTouchScreen", bus: 3, vendor: 0x25aa,
      product: 0x8883, x: [0, 1919, 0, 4], y: [0, 1079, 0, 4], slots: 2, period: 8181, liftDelay: 8132),
    LibraryPanel(
      recorded: "hid-devices/unitec_227d_0103_0@3.12.ev.gz", "UNITEC USB Touch (Win7)", bus: 3,
      vendor: 0x227d, product: 0x0103, x: [0, 20479], y: [0, 15359], slots: 5, period: 8318, liftDelay: 8269),
    LibraryPanel(
      recorded: "hid-devices/zytronic_14c8_0005_0@3.10.ev.gz",
      "Zytronic Displays Limited Zytronic Touchscreen Controller", bus: 3, vendor: 0x14c8, product: 0x0005,
      x: [0, 4096], y: [0, 4096], slots: 8, period: 16277, liftDelay: 8216),
    LibraryPanel(
      recorded: "other/ntrig-dell-xt2.event", "N-Trig-MultiTouch-Virtual-Device", bus: 3, vendor: 0x1b96,
      product: 0x0001, x: [0, 9600, 75], y: [0, 7200, 78], pointer: ([0, 9600, 75], [0, 7200, 78]),
      more: [0x30: [0, 9600, 200], 0x31: [0, 7200, 150], 0x34: [0, 1]], period: 10000, liftDelay: 11939),
    LibraryPanel(
      recorded: "other/wetab.event", "eGalax-Inc.-USB-TouchController Virtual Device", bus: 3, vendor: 0x0eef,
      product: 0x72a1, x: [0, 32760, 31], y: [0, 32760, 31], pointer: ([0, 32760, 31], [0, 32760, 31]),
      slots: 2, period: 10000),
    LibraryPanel(
      recorded: "other/nexus4-n4.events", "touch_dev", bus: 0, vendor: 0, product: 0, x: [0, 1535],
      y: [0, 2559],
      slots: 10, more: [0x30: [0, 15], 0x3a: [0, 255]], isBare: true, period: 10224),
  ]
}
