# flickd: `make` builds, `make help` lists the verbs.

SHELL := /bin/bash
PREFIX ?= /usr
SYSCONFDIR ?= /etc
DESTDIR ?=
PRODUCTS ?= flickd flickctl

# gold leaves the smallest file; Debian 13 no longer installs it with binutils, and Swift brings lld along.
LINKER ?= $(shell command -v ld.gold >/dev/null 2>&1 && echo gold || echo lld)
DIST := .build/dist
DEBS := .build/deb
# A folder in which the linker finds the C++ library's archive before its shared object: of the 950 kB that the shared one
# keeps resident the daemon uses a tenth.
STATIC := $(CURDIR)/.build/static
# No build id: it would go by Swift's hashes of the modules, which strip.sh takes out. No folder in what C asserts either.
RELEASE := -c release --static-swift-stdlib -Xswiftc -use-ld=$(LINKER) -Xlinker -L$(STATIC) -Xlinker --icf=safe -Xlinker --no-export-dynamic \
  -Xlinker --build-id=none -Xcc -fmacro-prefix-map=$(CURDIR)/=
# The emulated guest with flickd in it, saved so that each of its tests need not begin at its start.
GUEST_STATES := $(CURDIR)/.build/guest
INSTALL := install -D -m 644

bin := $(DESTDIR)$(PREFIX)/bin
lib := $(DESTDIR)$(PREFIX)/lib
man := $(DESTDIR)$(PREFIX)/share/man
doc := $(DESTDIR)$(PREFIX)/share/doc/flickd
web := $(DESTDIR)$(PREFIX)/share/flickd/web
etc := $(DESTDIR)$(SYSCONFDIR)/flickd
# Where systems differ: Debian 12 has units and rules in /lib, and Debian's zsh looks into vendor-completions alone.
UNITDIR ?= $(PREFIX)/lib/systemd/system
UDEVDIR ?= $(PREFIX)/lib/udev
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
bash := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zsh := $(DESTDIR)$(ZSHDIR)
fish := $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

# Every rule here is a verb; none makes a file of its name.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)) | sort -u)

build: ## build the release into .build/dist
	@mkdir -p $(STATIC) $(DIST)
	@ln -sf "$$(ls /usr/lib/gcc/*/*/libstdc++.a | tail -n 1)" $(STATIC)/libstdc++.a
	@set -e; for product in $(PRODUCTS); do swift build $(RELEASE) --product $$product; done
	@set -e; bin=$$(swift build $(RELEASE) --show-bin-path); \
	for product in $(PRODUCTS); do packaging/strip.sh $$bin/$$product $(DIST)/$$product; done
	$(if $(filter flickctl,$(PRODUCTS)),@set -e -o pipefail; for shell in bash zsh fish; do \
	  $(DIST)/flickctl --generate-completion-script $$shell | sed '1{/^#!/d}' >$(DIST)/flickctl.$$shell; done)

help: ## list the verbs
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 28

deps: ## check for what a build needs, and install what is missing (Debian)
	@packaging/deps.sh build

test-deps: # the same for the tests
	@packaging/deps.sh build test kernel

run: deps ## build, start on this machine's touchscreens or else on a demo panel, and show decisions
	@$(MAKE) --no-print-directory build
	@packaging/run.sh $(DIST)

test: test-deps ## set up what the tests need, and run them all
	@Tests/Stages/run.py tests

script-test: # run the tests of the project's own scripts
	python3 -B -m unittest discover -v -s Tests/Stages -p '*_test.py'

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

guest-deps: # the same for the emulated guest
	@packaging/deps.sh build guest

guest: guest-deps build ## run the installed flickd under systemd on Debian's own kernel, emulated
	@set -e; export FLICKD_GUEST; FLICKD_GUEST=$$(Tests/Kernel/qemu/build.sh); \
	Tests/Kernel/qemu/prepare.sh "$(GUEST_STATES)"; \
	FLICKD_GUEST_STATES="$(GUEST_STATES)" Tests/Stages/run.py guest-tests

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

# The verbs that prove what the others can find are here, because an ordinary change does not alter what they prove.
NIGHTLY := kernel-repeat kernel-selftest client-docs-selftest core-purity-selftest manners-selftest fuzz-selftest units-selftest \
  soak-selftest mutants plug-cycles guest-bars soak client-kills fresh

nightly: ## what takes too long for every change, or what no ordinary change can break; as root, half a night
	@Tests/Stages/run.py $(NIGHTLY)

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

bench-cost: ## measure what the velocity estimate costs beside lsq2, and ten fingers beside one, against its thresholds
	packaging/bench.sh cost

# FUZZ_SECONDS says how long.
fuzz: test-deps ## fuzz the slot decoder, the readers of recordings and of requests, ten minutes each, two at a time
	packaging/fuzz.sh

fuzz-selftest: test-deps ## prove that fuzzing finds a contact that never lifts and a byte read beyond its buffer
	packaging/fuzz.sh --selftest

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
	packaging/footprint.sh $(DIST)

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

install: $(addprefix install-,$(PRODUCTS)) ## put what `make build` built in place, under DESTDIR

install-flickd: # the service's half, which is the Debian package of that name
	install -D -m 755 $(DIST)/flickd $(bin)/flickd
	install -d $(DESTDIR)$(UNITDIR)
	sed 's|/usr/bin/flickd|$(PREFIX)/bin/flickd|' systemd/flickd.service > $(DESTDIR)$(UNITDIR)/flickd.service
	chmod 644 $(DESTDIR)$(UNITDIR)/flickd.service
	$(INSTALL) systemd/flickd.socket $(DESTDIR)$(UNITDIR)/flickd.socket
	sed 's|/usr/bin/flickctl|$(PREFIX)/bin/flickctl|' systemd/flick-bridge.service > $(DESTDIR)$(UNITDIR)/flick-bridge.service
	chmod 644 $(DESTDIR)$(UNITDIR)/flick-bridge.service
	$(INSTALL) systemd/flickd.sysusers $(lib)/sysusers.d/flickd.conf
	$(INSTALL) systemd/flickd.tmpfiles $(lib)/tmpfiles.d/flickd.conf
	$(INSTALL) udev-rules/74-flickd.rules $(DESTDIR)$(UDEVDIR)/rules.d/74-flickd.rules
	$(INSTALL) docs/man/flickd.8 $(man)/man8/flickd.8
	$(INSTALL) docs/man/flickd.toml.5 $(man)/man5/flickd.toml.5
	$(INSTALL) packaging/completions/flickd.bash $(bash)/flickd
	$(INSTALL) packaging/completions/flickd.zsh $(zsh)/_flickd
	$(INSTALL) packaging/completions/flickd.fish $(fish)/flickd.fish
	$(INSTALL) docs/configuration.md $(doc)/configuration.md
	$(INSTALL) docs/protocol.md $(doc)/protocol.md
	$(INSTALL) docs/protocol.schema.json $(doc)/protocol.schema.json
	$(INSTALL) docs/service.md $(doc)/service.md
	$(INSTALL) docs/udev.md $(doc)/udev.md
	$(INSTALL) docs/clients.md $(doc)/clients.md
	$(INSTALL) docs/bridge.md $(doc)/bridge.md
	set -e; for example in docs/examples/clients/*; do $(INSTALL) $$example $(doc)/examples/clients/$${example##*/}; done
	$(INSTALL) docs/kiosks.md $(doc)/kiosks.md
	$(INSTALL) docs/panels.md $(doc)/panels.md
	$(INSTALL) docs/web.md $(doc)/web.md
	$(INSTALL) docs/velocity.md $(doc)/velocity.md
	$(INSTALL) docs/velocity.svg $(doc)/velocity.svg
	set -e; for figure in docs/figures/*; do $(INSTALL) $$figure $(doc)/figures/$${figure##*/}; done
	$(INSTALL) docs/intent.md $(doc)/intent.md
	$(INSTALL) docs/examples/flick.touch $(doc)/examples/flick.touch
	$(INSTALL) docs/examples/61-flickd-panel.hwdb $(doc)/examples/61-flickd-panel.hwdb
	$(INSTALL) LICENSE $(doc)/LICENSE
	test -e $(etc)/flickd.toml || $(INSTALL) packaging/flickd.toml $(etc)/flickd.toml

install-flickctl: # the command's
	install -D -m 755 $(DIST)/flickctl $(bin)/flickctl
	set -e; for file in $(shell find Sources/Web -type f 2>/dev/null); do $(INSTALL) $$file $(web)/$${file#Sources/Web/}; done
	$(INSTALL) docs/man/flickctl.1 $(man)/man1/flickctl.1
	$(INSTALL) $(DIST)/flickctl.bash $(bash)/flickctl
	$(INSTALL) $(DIST)/flickctl.zsh $(zsh)/_flickctl
	$(INSTALL) $(DIST)/flickctl.fish $(fish)/flickctl.fish

uninstall: ## take it out again; a configuration that was changed stays
	rm -f $(foreach product,$(PRODUCTS),$(bin)/$(product) $(bash)/$(product) $(zsh)/_$(product) $(fish)/$(product).fish) \
	  $(DESTDIR)$(UNITDIR)/flickd.service $(DESTDIR)$(UNITDIR)/flickd.socket \
	  $(DESTDIR)$(UNITDIR)/flick-bridge.service $(lib)/sysusers.d/flickd.conf \
	  $(lib)/tmpfiles.d/flickd.conf $(DESTDIR)$(UDEVDIR)/rules.d/74-flickd.rules \
	  $(man)/man8/flickd.8 $(man)/man1/flickctl.1 $(man)/man5/flickd.toml.5
	rm -rf $(doc) $(web)
	if cmp -s packaging/flickd.toml $(etc)/flickd.toml; then rm -f $(etc)/flickd.toml; fi
	if test -d $(etc); then rmdir --ignore-fail-on-non-empty $(etc); fi

deb-deps: # what the Debian packages need
	@packaging/deps.sh build deb

deb: deb-deps build ## build the Debian packages into .build/deb
	@packaging/deb.sh -o $(DEBS)

deb-check: deb ## hold the Debian packages against lintian, and against themselves packed once more elsewhere
	@packaging/deb-check.sh $(DEBS)

deb-reproducible: deb-deps ## prove that two builds in two folders give the same Debian packages, byte for byte; ten minutes
	@packaging/deb-check.sh --rebuild

clean: ## remove what was built
	rm -rf .build
