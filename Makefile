# flickd: `make` builds, `make help` lists the verbs.

SHELL := /bin/bash
PREFIX ?= /usr
SYSCONFDIR ?= /etc
DESTDIR ?=
PRODUCTS ?= flickd flickctl
# Test suites that mean something only when optimised, as a filter of swift test; empty for none.
RELEASE_TESTS ?=

# gold leaves the smallest file; Debian 13 no longer installs it with binutils, and Swift brings lld along.
LINKER ?= $(shell command -v ld.gold >/dev/null 2>&1 && echo gold || echo lld)
DIST := .build/dist
# A folder in which the linker finds the C++ library's archive before its shared object: of the 950 kB that the shared one
# keeps resident the daemon uses a tenth.
STATIC := $(CURDIR)/.build/static
RELEASE := -c release --static-swift-stdlib -Xswiftc -use-ld=$(LINKER) -Xlinker -L$(STATIC) -Xlinker --icf=safe
# The emulated guest with flickd in it, saved so that each of its tests need not begin at its start.
GUEST_STATES := $(CURDIR)/.build/guest
INSTALL := install -D -m 644

bin := $(DESTDIR)$(PREFIX)/bin
lib := $(DESTDIR)$(PREFIX)/lib
man := $(DESTDIR)$(PREFIX)/share/man
doc := $(DESTDIR)$(PREFIX)/share/doc/flickd
etc := $(DESTDIR)$(SYSCONFDIR)/flickd

test kernel-test kernel-repeat guest lint core-purity core-purity-selftest hot-path accuracy bench-cost properties: export FLICKD_WERROR = 1

.PHONY: build help deps test-deps lint-deps guest-deps run test kernel-test kernel-repeat kernel-selftest guest mutants nightly lint format \
  core-purity core-purity-selftest hot-path accuracy bench-cost properties fuzz fuzz-selftest footprint reference install uninstall \
  clean

build: ## build the release into .build/dist
	@mkdir -p $(STATIC) $(DIST)
	@ln -sf "$$(ls /usr/lib/gcc/*/*/libstdc++.a | tail -n 1)" $(STATIC)/libstdc++.a
	@set -e; for product in $(PRODUCTS); do swift build $(RELEASE) --product $$product; done
	@set -e; bin=$$(swift build $(RELEASE) --show-bin-path); \
	for product in $(PRODUCTS); do strip -o $(DIST)/$$product $$bin/$$product; done

help: ## list the verbs
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 28

deps: ## check for what a build needs, and install what is missing (Debian)
	@packaging/deps.sh build

test-deps: # the same for the tests
	@packaging/deps.sh build test kernel

run: deps ## build, start on this machine's touchscreens or else on a demo panel, and show decisions
	@$(MAKE) --no-print-directory build
	@packaging/run.sh $(DIST)

CALCULATING_TESTS := BenchmarksTests|PropertiesTests|PipelineTests|FuzzTests

# The tests of descriptors run apart from those that start processes: a forked child holds every descriptor until it execs.
# Those that calculate for seconds run apart too: flickd gives a reader five, and they would leave none a thread to read with.
test: test-deps ## set up what the tests need, and run them all
	swift test --disable-xctest --filter LinuxIOTests
	swift test --disable-xctest --filter '$(CALCULATING_TESTS)'
	swift test --disable-xctest --skip 'LinuxIOTests|$(CALCULATING_TESTS)'
	$(if $(RELEASE_TESTS),swift test -c release --disable-xctest --filter '$(RELEASE_TESTS)')
	Tests/Kernel/test.sh

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

# One at a time: each boots a machine of its own.
guest: guest-deps build ## run the installed flickd under systemd on Debian's own kernel, emulated
	@set -e; export FLICKD_GUEST; FLICKD_GUEST=$$(Tests/Kernel/qemu/build.sh); \
	Tests/Kernel/qemu/prepare.sh "$(GUEST_STATES)"; \
	FLICKD_GUEST_STATES="$(GUEST_STATES)" swift test --disable-xctest --no-parallel --filter GuestTests

mutants: test-deps ## put faults into flickd, and show which test in a kernel of its own finds each
	swift build --build-tests
	Tests/Kernel/mutants.sh

nightly: mutants ## what takes too long for every change
	FLICKD_PLUG_CYCLES=1000 Tests/Kernel/test.sh -p cases -f 'again and again'

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

accuracy: ## hold the velocity estimate against what is known of strokes, against other strategies and its thresholds
	packaging/bench.sh accuracy

bench-cost: ## measure what the velocity estimate costs beside lsq2, against its thresholds
	packaging/bench.sh cost

# FUZZ_SECONDS says how long.
fuzz: test-deps ## fuzz the slot decoder and the readers of recordings, ten minutes each, two at a time
	packaging/fuzz.sh

fuzz-selftest: test-deps ## prove that fuzzing finds a contact that never lifts and a byte read beyond its buffer
	packaging/fuzz.sh --selftest

# In a folder of its own and without the other tests: optimising those would take minutes.
properties: export FLICKD_TESTS = PropertiesTests
properties: PROPERTIES := -c release --scratch-path .build/properties
properties: test-deps ## hold what must be true on every panel and under any events, a million times over
	swift build $(PROPERTIES) --product flickdPackageTests
	swift test $(PROPERTIES) --skip-build --disable-xctest --filter PropertiesTests

footprint: build ## measure flickd's size on disk and in memory against its bounds
	packaging/footprint.sh $(DIST)

reference: ## write the configuration's documentation anew from its table of keys
	FLICKD_WRITE_REFERENCE=1 swift test --disable-xctest --filter DocumentationTests

install: ## put what `make build` built in place, under DESTDIR
	set -e; for product in $(PRODUCTS); do install -D -m 755 $(DIST)/$$product $(bin)/$$product; done
	install -d $(lib)/systemd/system
	sed 's|/usr/bin/flickd|$(PREFIX)/bin/flickd|' systemd/flickd.service > $(lib)/systemd/system/flickd.service
	chmod 644 $(lib)/systemd/system/flickd.service
	$(INSTALL) systemd/flickd.socket $(lib)/systemd/system/flickd.socket
	$(INSTALL) systemd/flickd.sysusers $(lib)/sysusers.d/flickd.conf
	$(INSTALL) systemd/flickd.tmpfiles $(lib)/tmpfiles.d/flickd.conf
	$(INSTALL) udev-rules/74-flickd.rules $(lib)/udev/rules.d/74-flickd.rules
	$(INSTALL) docs/man/flickd.8 $(man)/man8/flickd.8
	$(INSTALL) docs/man/flickctl.1 $(man)/man1/flickctl.1
	$(INSTALL) docs/man/flickd.toml.5 $(man)/man5/flickd.toml.5
	$(INSTALL) docs/configuration.md $(doc)/configuration.md
	$(INSTALL) docs/protocol.md $(doc)/protocol.md
	$(INSTALL) docs/panels.md $(doc)/panels.md
	$(INSTALL) docs/velocity.md $(doc)/velocity.md
	$(INSTALL) docs/velocity.svg $(doc)/velocity.svg
	$(INSTALL) docs/examples/flick.touch $(doc)/examples/flick.touch
	$(INSTALL) LICENSE $(doc)/LICENSE
	test -e $(etc)/flickd.toml || $(INSTALL) packaging/flickd.toml $(etc)/flickd.toml

uninstall: ## take it out again; a configuration that was changed stays
	rm -f $(foreach product,$(PRODUCTS),$(bin)/$(product)) $(lib)/systemd/system/flickd.service \
	  $(lib)/systemd/system/flickd.socket $(lib)/sysusers.d/flickd.conf $(lib)/tmpfiles.d/flickd.conf \
	  $(lib)/udev/rules.d/74-flickd.rules $(man)/man8/flickd.8 $(man)/man1/flickctl.1 $(man)/man5/flickd.toml.5
	rm -rf $(doc)
	if cmp -s packaging/flickd.toml $(etc)/flickd.toml; then rm -f $(etc)/flickd.toml; fi
	if test -d $(etc); then rmdir --ignore-fail-on-non-empty $(etc); fi

clean: ## remove what was built
	rm -rf .build
