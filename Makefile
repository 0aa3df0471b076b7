# flickd: `make help` lists the verbs.
#
# Make splits words at blanks. DESTDIR, PREFIX and their like therefore appear in no rule: make passes them to the scripts in
# the environment, and packaging/install.sh has their defaults.

SHELL := /bin/bash
PRODUCTS ?= flickd flickctl

# Swift keeps what it compiles of modules in the user's cache; where that cannot be written, it keeps it beside the build.
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

help: ## list the verbs
	@packaging/help.sh --all

.DEFAULT:
	@packaging/help.sh --unknown '$@'

build: ## build the release into .build/dist
	@packaging/build.sh $(PRODUCTS)

deps: ## check for what a build needs, and install what is missing (Debian)
	@packaging/deps.sh build

test-deps: # the same for the tests
	@packaging/deps.sh build test kernel

run: deps ## build, start on this machine's touchscreens or else on a demo panel, and show decisions
	@$(MAKE) --no-print-directory build
	@packaging/run.sh '$(DIST)'

test: test-deps ## set up what the tests need, and run them all
	@packaging/scratch.sh Tests/Stages/run.py tests

script-test: # run the tests of the project's own scripts
	python3 -B -m unittest discover -v -s Tests/Stages
	python3 -B -m unittest discover -v -s Tests/Recordings
	packaging/install-test.sh

web-test: ## run the tests of what web pages import, and of the gallery, by Node
	node --test --test-reporter=tap Tests/Web/*.test.mjs

browser-deps: # Chromium, and Node to drive it
	@packaging/deps.sh build browser

# Processes of their own, as a kiosk has them: flickd plays recordings, flickctl serves the page, Chromium shows it.
browser-build: browser-deps
	swift build --product flickd
	swift build --product flickctl

browser-test: browser-build ## see the gallery in Chromium come to what flickd decides, and hold it against what everybody needs of a page
	node --test --test-reporter=tap Tests/Web/browser/browser.test.mjs

gallery-figures: browser-build ## take the gallery's pictures for docs/web.md anew
	node Tests/Web/browser/figures.mjs docs/figures

bridge-latency: export FLICKD_BUILT = $(CURDIR)/$(DIST)
bridge-latency: browser-deps build ## measure how much later a page gets a line than a client of the socket
	node Tests/Web/browser/latency.mjs

kernel-test: test-deps ## run only the tests that need a kernel of their own (User Mode Linux, in virtual time)
	swift build --build-tests
	Tests/Kernel/test.sh

kernel-repeat: test-deps ## run them three times; every run must come to the same decisions
	swift build --build-tests
	Tests/Kernel/test.sh -n 3

kernel-selftest: test-deps ## prove that the runner of that kernel tells what went wrong in it
	Tests/Kernel/uml/selftest.sh

user-advice: test-deps ## follow, in that kernel, what an ordinary user with a touchscreen or without a service is advised
	swift build --product flickd
	swift build --product flickctl
	Tests/Kernel/run-as-user.sh

user-advice-selftest: test-deps ## prove that it finds advice that does not work
	swift build --product flickd
	swift build --product flickctl
	Tests/Kernel/run-as-user.sh --selftest

guest-deps: # the same for the emulated guest
	@packaging/deps.sh build guest

guest: guest-deps build ## run the installed flickd under systemd on Debian's own kernel, emulated
	@set -e; export FLICKD_GUEST; FLICKD_GUEST=$$(Tests/Kernel/qemu/build.sh); \
	Tests/Kernel/qemu/prepare.sh .build/guest; \
	FLICKD_GUEST_STATES="$$PWD/.build/guest" Tests/Stages/run.py guest-tests

kiosk-guides: guest-deps build ## follow docs/kiosks.md in emulated machines, with compositors and Chromium; as root
	Tests/Kernel/qemu/kiosk.sh

guest-bars: export FLICKD_GUEST_THOROUGH = 1
guest-bars: export FLICKD_GUEST_KILLS = 50
guest-bars: export FLICKD_GUEST_HANGS = 20
guest-bars: export FLICKD_GUEST_RESTARTS = 100
guest-bars: export FLICKD_GUEST_REPLUGS = 100
guest-bars: export FLICKD_GUEST_REBOOTS = 20
guest-bars: export FLICKD_GUEST_MINUTES = 10
guest-bars: guest-deps deb ## the same with packages, sessions and mishaps, each as often as is promised; an hour
	@$(MAKE) --no-print-directory guest

mutants: test-deps ## put faults into flickd, and show which test in a kernel of its own finds each
	swift build --build-tests
	Tests/Kernel/mutants.sh

fresh-deps: # what makes minimal systems
	@packaging/deps.sh fresh

fresh: fresh-deps ## follow the README on minimal systems of Debian 12 and 13, as an ordinary user; as root, an hour
	Tests/Fresh/fresh.sh

plug-cycles: test-deps # plug a panel in and out a thousand times
	swift build --build-tests
	FLICKD_PLUG_CYCLES=1000 Tests/Kernel/test.sh -p cases -f 'again and again'

faults: test-deps ## make each system call of flickd fail with each error, against Tests/Faults/table.txt; a quarter of an hour
	swift build --product flickd
	swift build --product evdev-probe
	packaging/scratch.sh Tests/Faults/run.py

faults-selftest: test-deps # prove that it finds ignored errors
	swift build --product flickd
	swift build --product evdev-probe
	packaging/scratch.sh Tests/Faults/run.py --selftest

# The verbs that prove what the others can find are here, because an ordinary change does not alter what they prove.
NIGHTLY := kernel-repeat kernel-selftest user-advice-selftest client-docs-selftest core-purity-selftest manners-selftest \
  fuzz fuzz-selftest units-selftest toml-selftest install-test-selftest soak-selftest mutants plug-cycles guest-bars soak client-kills \
  deb-reproducible fresh faults faults-selftest sanitize sanitize-selftest

nightly: ## what takes too long for every change, or what no ordinary change can break; as root, half a night
	@Tests/Stages/run.py $(NIGHTLY)

# MATERIAL names another folder than the cache, MIRROR a folder of mirrors to read instead of github.com. Spaces are fine.
recordings: export FLICKD_FETCH_MATERIAL = $(MATERIAL)
recordings: export FLICKD_FETCH_MIRROR = $(MIRROR)
recordings: ## fetch the public recordings that tests read (10 MB from GitHub), and verify each
	@command -v python3 >/dev/null || { echo "recordings: there is no python3 in PATH: apt install python3" >&2; exit 69; }
	@python3 Tests/Recordings/fetch.py $${FLICKD_FETCH_MIRROR:+--mirror "$$FLICKD_FETCH_MIRROR"} \
	  $${FLICKD_FETCH_MATERIAL:+-- "$$FLICKD_FETCH_MATERIAL"}

lint-deps: # the same for lint
	@packaging/deps.sh build lint

lint: lint-deps ## check format, scripts, man pages and the length of files
	@packaging/lint.sh

format: ## format the sources
	swift format -i -r Sources Tests Package.swift

core-purity: ## prove at compile time that the core allocates nothing and needs no system
	packaging/core-purity.sh

core-purity-selftest: ## prove that core-purity finds an allocation
	packaging/core-purity.sh --selftest

hot-path: ## prove by counting that a frame costs no allocation and no large copy on its way to the subscribers
	packaging/hotpath.sh

accuracy: ## hold the velocity estimate against what is known of strokes, and decisions against what people meant
	packaging/bench.sh accuracy
	packaging/bench.sh lookahead
	packaging/bench.sh intent

lookahead: ## hold where fingers were predicted to be against where they were, on recordings
	packaging/bench.sh lookahead

bench-deps: # the same for counting instructions
	@packaging/deps.sh build bench

bench-cost: bench-deps ## measure what the velocity estimate costs beside lsq2, and ten fingers beside one, against its thresholds
	packaging/bench.sh cost

# FUZZ_SECONDS says how long.
fuzz: test-deps ## fuzz the slot decoder, the bridge, and whatever reads others' bytes, ten minutes each, two at a time
	packaging/fuzz.sh

fuzz-selftest: test-deps ## prove that fuzzing finds a contact that never lifts and a byte read beyond its buffer
	packaging/fuzz.sh --selftest

sanitize: test-deps ## run the tests with AddressSanitizer and UndefinedBehaviorSanitizer, then those with threads with ThreadSanitizer
	packaging/scratch.sh packaging/sanitize.sh

sanitize-selftest: test-deps # prove that it finds a read beyond a buffer, an undefined shift and a race
	packaging/sanitize.sh --selftest

# Optimised, in a folder of their own and without the other tests: optimising those would take minutes. Both go by the
# same flags, so that the modules are built once.
OPTIMISED := -c release --scratch-path .build/optimised -Xswiftc -enable-testing

properties: export FLICKD_TESTS = PropertiesTests
properties: test-deps ## hold what must be true on every panel and under any events, a million times over
	swift build $(OPTIMISED) --product flickdPackageTests
	swift test $(OPTIMISED) --skip-build --disable-xctest --filter PropertiesTests

requests: export FLICKD_TESTS = FlickProtocolTests
requests: export FLICKD_MILLION = 1
requests: test-deps ## hold a million request lines against Foundation's reader, and each against the JSON Schema
	swift build $(OPTIMISED) --product flickdPackageTests
	swift test $(OPTIMISED) --skip-build --disable-xctest --filter Million

manners: test-deps ## measure what good clients get while others stop reading or send nonsense, against its bars; half an hour
	packaging/manners.sh

manners-quick: test-deps # the same in a minute or two; times are told and not judged
	packaging/manners.sh -q

manners-selftest: test-deps # prove that it finds a line that is lost, torn or out of order
	packaging/manners.sh --selftest

# SOAK_SECONDS says how long. What is soaked is the release as it is installed.
soak: export FLICKD_DAEMON = $(CURDIR)/$(DIST)/flickd
soak: test-deps build ## see whether flickd is after half an hour of clients, reloads and silence as it was before, against its bars
	packaging/soak.sh

soak-quick: test-deps # the same in a minute and a half, judged by counts alone
	packaging/soak.sh -q

soak-selftest: test-deps # prove that it finds leaks of memory and of descriptors, a lost line and a disturbed silence
	packaging/soak.sh --selftest

client-kills: export FLICKD_CLIENT_KILLS = 100
client-kills: test-deps ## kill flickd a hundred times under load: FlickClient is told every end or a declared gap, and is back each time
	swift test --disable-xctest --filter 'is killed'

client-docs: ## compile the snippets of FlickClient's documentation, and build it into .build/FlickClient.doccarchive
	packaging/client-docs.sh

client-docs-selftest: ## prove that it finds a snippet that does not compile and a link that leads nowhere
	packaging/client-docs.sh --selftest

footprint: build ## measure flickd's size on disk and in memory against its bounds
	packaging/footprint.sh '$(DIST)'

digests: build ## compare what every recording gives, and every exit code, with what was recorded before
	Tests/Digests/digests.py check

units: ## check the units and the udev rule with the systemd of Debian 12 and of Debian 13
	packaging/units.sh

units-selftest: ## prove that it finds a misspelt directive, a missing bound and a rule that jumps nowhere
	packaging/units.sh --selftest

toml: ## parse random documents with the toml++ of Debian 12 and of Debian 13, which must give the same results
	packaging/toml.sh

toml-selftest: ## prove that it finds what is undefined in toml++
	packaging/toml.sh --selftest

reference: ## write the configuration's documentation, and the shells' completion of flickd, anew from their tables
	FLICKD_WRITE_REFERENCE=1 swift test --disable-xctest --filter 'DocumentationTests|CompletionTests'

install: ## put what `make build` built in place, under DESTDIR
	@packaging/install.sh install $(PRODUCTS)

install-flickd: # the service's half, which is the Debian package of that name
	@packaging/install.sh install flickd

install-flickctl: # the command's
	@packaging/install.sh install flickctl

uninstall: ## take it out again; a configuration that was changed stays
	@packaging/install.sh uninstall $(PRODUCTS)

install-test: ## prove that install and uninstall touch only their own files, in folders of any name
	packaging/install-test.sh

install-test-selftest: ## prove that this finds missing quotes
	packaging/install-test.sh --selftest

deb-deps: # what the Debian packages need
	@packaging/deps.sh build deb

deb: deb-deps build ## build the Debian packages into .build/deb
	@packaging/deb.sh -o $(DEBS)

deb-check-deps: # what checking them needs besides
	@packaging/deps.sh build deb deb-check

deb-check: deb-check-deps deb ## hold the Debian packages against lintian, and against themselves packed once more elsewhere
	@packaging/deb-check.sh $(DEBS)

deb-reproducible: deb-deps ## prove that two builds in two folders give the same Debian packages, byte for byte; ten minutes
	@packaging/deb-check.sh --rebuild

clean: ## remove what was built
	rm -rf .build
