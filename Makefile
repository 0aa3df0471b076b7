# flickd: `make help` lists the verbs in the groups that the lines with `##@` begin.
#
# Make splits words at blanks. DESTDIR, PREFIX and their like therefore appear in no rule: make passes them to the scripts in
# the environment, and packaging/install.sh has their defaults.

SHELL := /bin/bash
PRODUCTS ?= flickd flickctl

# Swift caches compiled modules in the user's cache folder; if that folder is not writable, beside the build.
ifndef XDG_CACHE_HOME
  XDG_CACHE_HOME := $(shell mkdir -p ~/.cache 2>/dev/null && test -w ~/.cache && echo ~/.cache || echo "$$PWD/.build/cache")
  export XDG_CACHE_HOME
endif

DIST := .build/dist
DEBS := .build/deb

# Every rule here is a verb; none makes a file of its name.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' Makefile | sort -u)

# The first rule, thus plain `make`.
usage:
	@packaging/help.sh

.DEFAULT:
	@packaging/help.sh --unknown '$@'

##@ Everyday

help: ## list all verbs
	@packaging/help.sh --all

run: deps ## build, start flickd on this machine's touchscreens or on a demo panel, and print decisions
	@$(MAKE) --no-print-directory build
	@packaging/run.sh '$(DIST)'

show: deps ## build, and serve the gallery with a flickd that plays its demo: no touchscreen, no root
	@$(MAKE) --no-print-directory build
	@packaging/show.sh '$(DIST)'

test-deps: # install what a build and the tests need
	@packaging/moved.sh
	@packaging/deps.sh build test kernel

test: test-deps ## install what the tests need, and run all tests
	@packaging/scratch.sh Tests/Stages/run.py tests

script-test: # run the tests of the project's own scripts
	python3 -B -m unittest discover -v -s Tests/Stages
	python3 -B -m unittest discover -v -s Tests/Recordings
	packaging/install-test.sh

build: ## build the release into .build/dist
	@packaging/build.sh $(PRODUCTS)

deps: ## check for what a build needs, and install what is missing (Debian)
	@packaging/deps.sh build

lint-deps: # install what a build and lint need
	@packaging/deps.sh build lint

lint: lint-deps ## check format, scripts, man pages and the length of files
	@packaging/lint.sh

format: ## format the sources
	swift format -i -r Sources Tests Package.swift

clean: ## remove what was built
	rm -rf .build

generate: ## write the generated files from the tables in Sources/Tables
	python3 -B packaging/generate.py

##@ Tests

kernel-test: test-deps ## run the tests that need a kernel of their own (User Mode Linux, in virtual time)
	swift build --build-tests
	Tests/Kernel/test.sh

guest-deps: # install what a build and the emulated guest need
	@packaging/deps.sh build guest

guest: guest-deps build ## run the installed flickd under systemd on Debian's own kernel, emulated
	@set -e; export FLICKD_GUEST; FLICKD_GUEST=$$(Tests/Kernel/qemu/build.sh); \
	Tests/Kernel/qemu/prepare.sh .build/guest; \
	FLICKD_GUEST_STATES="$$PWD/.build/guest" Tests/Stages/run.py guest-tests

web-test: ## run the tests of what web pages import, and of the gallery, in Node
	node --test --test-reporter=tap Tests/Web/*.test.mjs

browser-deps: # install Chromium, and Node to drive it
	@packaging/deps.sh build browser
	@packaging/axe.sh

# Separate processes, as on a kiosk: flickd plays recordings, flickctl serves the page, Chromium shows the page.
# With FLICKD_BUILT, the programs are already there: SwiftPM would wait for every other build and test.
browser-build: browser-deps
	@[ -n "$$FLICKD_BUILT" ] || \
	  { swift build --product flickd && swift build --product flickctl && swift build --product evdev-probe; }

browser-test: browser-build ## test the gallery in Chromium: its decisions against flickd's, touches, keys, contrast, layout
	node --test --test-reporter=tap Tests/Web/browser/browser.test.mjs

studio-test: test-deps browser-build ## test the page of flickctl studio in Chromium: its rooms with made messages, and on a virtual touchscreen
	node --test --test-reporter=tap Tests/Web/browser/studio.test.mjs

studio-walks: export FLICKD_WALKS = all
studio-walks: test-deps browser-build ## walk through the rooms of the studio on a virtual touchscreen, on every size
	node --test --test-reporter=tap Tests/Web/browser/walks.test.mjs

elements-test: browser-build ## test the custom elements in Chromium: touches, keys, wheel, drawn frames, mounts, and the pages of the documents
	node --test --test-reporter=tap Tests/Web/browser/elements.test.mjs

toolkits-deps: # install Qt, GTK and a virtual display
	@packaging/deps.sh build toolkits

toolkits-test: toolkits-deps ## test what the samples for Qt and GTK draw on a virtual display
	@[ -n "$$FLICKD_BUILT" ] || swift build --product flickd
	python3 -B Tests/Toolkits/plants.py
	python3 -B -m unittest discover -v -s Tests/Toolkits

# Optimised, in a separate folder and without the other tests, because optimising those would take minutes. Both verbs use
# the same flags, so the modules are built once.
OPTIMISED := -c release --scratch-path .build/optimised -Xswiftc -enable-testing

properties: export FLICKD_TESTS = PropertiesTests
properties: test-deps ## check what must be true on every panel and for any events, a million times
	swift build $(OPTIMISED) --product flickdPackageTests
	swift test $(OPTIMISED) --skip-build --disable-xctest --filter PropertiesTests

requests: export FLICKD_TESTS = RequestsTests
requests: export FLICKD_MILLION = 1
requests: test-deps ## compare the reader of a million request lines with Foundation's, and check each line against the JSON Schema
	swift build $(OPTIMISED) --product flickdPackageTests
	swift test $(OPTIMISED) --skip-build --disable-xctest --filter Million

user-advice: test-deps ## on a kernel of its own, follow the advice of flickd for a user without permission or without a service
	swift build --product flickd
	swift build --product flickctl
	Tests/Kernel/run-as-user.sh

client-kills: export FLICKD_CLIENT_KILLS = 100
client-kills: test-deps ## kill flickd a hundred times under load: FlickClient must reconnect, and report every end or a gap
	swift test --disable-xctest --filter 'is killed'

client-docs: deps ## compile the Swift snippets of the documents, run the tutorial, and build .build/FlickClient.doccarchive
	packaging/client-docs.sh

package-test: deps ## have an app depend on this package by version: it must fetch nothing else, compile and run
	packaging/package-test.sh

##@ Proofs and measures

core-purity: ## prove at compile time that the core allocates nothing and needs no system
	packaging/core-purity.sh

hot-path: ## prove by counting that no frame allocates or makes a large copy on its path to the clients
	packaging/hotpath.sh

accuracy: ## compare velocity estimates with known velocities, and decisions with what people intended
	packaging/bench.sh accuracy
	packaging/bench.sh lookahead
	packaging/bench.sh intent

lookahead: ## compare predicted positions of fingers with the later positions, on recordings
	packaging/bench.sh lookahead

bench-deps: # install what a build and counting instructions need
	@packaging/deps.sh build bench

bench-cost: bench-deps ## measure the cost of the velocity estimate against lsq2, and of ten fingers against one
	packaging/bench.sh cost

peers-deps: # install what a build and the measured guest need
	@packaging/deps.sh build bench guest

bench: peers-deps build ## measure flickd beside a bare loop and Debian's programs, in counted instructions in the emulated guest
	Tests/Workshop/Bench/peers/peers.py
	@if [ -w /dev/uinput ]; then Tests/Workshop/Bench/peers/peers.py --native; fi

bench-quick: peers-deps build ## measure what has a bound: latency, CPU, system calls, overload and memory beside a bare loop
	Tests/Workshop/Bench/peers/peers.py --quick

footprint: build ## measure flickd's size on disk and in memory against its bounds
	packaging/footprint.sh '$(DIST)'

digests: build ## compare the output for every recording, and every exit code, with the recorded digests
	Tests/Digests/digests.py check

units: ## check the units and the udev rule with the systemd of Debian 12 and of Debian 13
	packaging/units.sh

toml: ## parse random documents with the toml++ of Debian 12 and of Debian 13, which must give equal results
	packaging/toml.sh

faults: test-deps ## make each system call of flickd fail with each error, and compare with Tests/Faults/table.txt; 15 minutes
	swift build --product flickd
	swift build --product evdev-probe
	packaging/scratch.sh Tests/Faults/run.py

mutants: test-deps ## put faults into flickd, and show which test on a kernel of its own finds each fault
	swift build --build-tests
	Tests/Kernel/mutants.sh

kernel-repeat: test-deps ## test the runner of kernel-test, and run kernel-test three times; every run must make the same decisions
	swift build --build-tests
	Tests/Kernel/uml/test-runner.sh
	Tests/Kernel/test.sh -n 3

plug-cycles: test-deps # plug a panel in and out a thousand times
	swift build --build-tests
	FLICKD_PLUG_CYCLES=1000 Tests/Kernel/test.sh -p cases -f 'again and again'

# FUZZ_SECONDS sets the duration of each target.
fuzz: test-deps ## fuzz the slot decoder, the bridge and every reader of foreign bytes, 10 minutes each, two at a time
	packaging/fuzz.sh

sanitize: test-deps ## run the tests with AddressSanitizer and UndefinedBehaviorSanitizer, and those with threads with ThreadSanitizer
	packaging/scratch.sh packaging/sanitize.sh

manners: test-deps ## measure what good clients receive while others do not read or send nonsense; half an hour
	packaging/manners.sh

manners-quick: test-deps # the same in a minute or two; reports times without judging them
	packaging/manners.sh -q

# SOAK_SECONDS sets the duration. The release runs as it is installed.
soak: export FLICKD_DAEMON = $(CURDIR)/$(DIST)/flickd
soak: test-deps build ## compare flickd before and after half an hour of clients, reloads and silence
	packaging/soak.sh

soak-quick: test-deps # the same in a minute and a half; judges counts only
	packaging/soak.sh -q

bridge-latency: export FLICKD_BUILT = $(CURDIR)/$(DIST)
bridge-latency: browser-deps build ## measure how much later a web page receives a line than a client of the socket
	node Tests/Web/browser/latency.mjs

first-paint: export FLICKD_BUILT = $(CURDIR)/$(DIST)
first-paint: browser-deps build ## measure the first paint of the show against an empty page of the same weight; at most 2 times
	node Tests/Web/browser/first-paint.mjs

##@ Packages

install: ## install what `make build` built, under DESTDIR
	@packaging/install.sh install $(PRODUCTS)

install-flickd: # install the service alone, as the Debian package flickd does
	@packaging/install.sh install flickd

install-flickctl: # install the command alone, as the Debian package flickctl does
	@packaging/install.sh install flickctl

uninstall: ## remove what `make install` installed, except a changed configuration
	@packaging/install.sh uninstall $(PRODUCTS)

deb-deps: # install what the Debian packages need
	@packaging/deps.sh build deb

deb: deb-deps build ## build the Debian packages into .build/deb
	@packaging/deb.sh -o $(DEBS)

npm-deps: # install what the npm package needs
	@packaging/deps.sh build npm

npm: npm-deps ## pack the web modules as an npm package into .build/npm
	@packaging/npm.sh .build/npm

install-test: ## prove that install and uninstall touch only their own files, in folders of any name
	packaging/install-test.sh

deb-check-deps: # install what deb-check needs besides
	@packaging/deps.sh build deb deb-check

deb-check: deb-check-deps deb ## check the Debian packages with lintian, and compare them with the same build packed again
	@packaging/deb-check.sh $(DEBS)

deb-reproducible: deb-deps ## prove that builds in two folders give the same Debian packages, byte for byte; 10 minutes
	@packaging/deb-check.sh --rebuild

##@ Long runs on machines of their own

guest-bars: export FLICKD_GUEST_THOROUGH = 1
guest-bars: export FLICKD_GUEST_KILLS = 50
guest-bars: export FLICKD_GUEST_HANGS = 20
guest-bars: export FLICKD_GUEST_RESTARTS = 100
guest-bars: export FLICKD_GUEST_REPLUGS = 100
guest-bars: export FLICKD_GUEST_REBOOTS = 20
guest-bars: export FLICKD_GUEST_MINUTES = 10
guest-bars: guest-deps deb ## run the guest with packages, sessions and failures, each as often as promised; an hour
	@$(MAKE) --no-print-directory guest

kiosk-guides: guest-deps build ## follow docs/kiosks.md in emulated machines, with compositors and Chromium; as root
	Tests/Kernel/qemu/kiosk.sh

fresh-deps: # install what makes minimal systems
	@packaging/deps.sh fresh

fresh: fresh-deps ## follow the README on minimal systems of Debian 12 and 13, as an ordinary user; as root, an hour
	Tests/Fresh/fresh.sh

NIGHTLY := kernel-repeat user-advice client-docs package-test install-test toolkits-test manners requests fuzz mutants plug-cycles guest-bars \
  soak client-kills deb-reproducible fresh bench faults sanitize studio-walks

# Each check finds a planted fault first; here, those with many plants find all.
nightly: export FLICKD_PLANTS = all
nightly: ## run what takes too long for every change; as root, half a night
	@Tests/Stages/run.py $(NIGHTLY)

##@ Maintenance

# MATERIAL names the folder to fill instead of the cache, MIRROR a folder of mirrors to read instead of github.com. Both may
# contain spaces.
recordings: export FLICKD_FETCH_MATERIAL = $(MATERIAL)
recordings: export FLICKD_FETCH_MIRROR = $(MIRROR)
recordings: ## fetch the public recordings that tests read (10 MB from GitHub), and verify each
	@command -v python3 >/dev/null || { echo "recordings: there is no python3 in PATH: apt install python3" >&2; exit 69; }
	@python3 Tests/Recordings/fetch.py $${FLICKD_FETCH_MIRROR:+--mirror "$$FLICKD_FETCH_MIRROR"} \
	  $${FLICKD_FETCH_MATERIAL:+-- "$$FLICKD_FETCH_MATERIAL"}

reference: ## write the table of metrics in docs/tuning.md and the completion of flickd
	FLICKD_WRITE_REFERENCE=1 swift test --disable-xctest --filter 'TuningDocumentationTests|CompletionTests'

gallery-figures: browser-build ## record the moving picture of the gallery in the README again
	@packaging/deps.sh figures
	node Tests/Web/browser/moving-figure.mjs docs/figures/show.webp

report-figures: test-deps ## take the pictures of docs/tuning.md again: planted faults in the page of flickctl report
	rm -rf .build/faults && mkdir -p .build/faults
	FLICKD_WRITE_FAULTS="$$PWD/.build/faults" swift test --disable-xctest --filter 'names a planted fault first'
	python3 -B Tests/Recordings/report_figures.py .build/debug/flickctl .build/faults docs/figures
