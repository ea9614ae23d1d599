#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the real window from outside: start page, sample, continuous runs, dropped files, ticks, swap, export.

Run it: KERASCOPE_GUI_KIT=DIR tests/acceptance/main_flow.py [build/dev/kerascope]
DIR is the folder of the desk kit (desk, drive.py, drop). Starts its own desktop; about a minute."""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ROOT / "tests/golden/data/graph"
MOST_STALL_MS = 50
KIT = os.environ.get("KERASCOPE_GUI_KIT", "")


def outside(arguments):
    """Without the kit there is nothing to do; with it everything runs on a desk of its own."""
    if not KIT or not os.access(os.path.join(KIT, "desk"), os.X_OK):
        print("skipped: KERASCOPE_GUI_KIT names no folder with the desk kit")
        return 0
    program = os.path.abspath(arguments[0] if arguments else ROOT / "build/dev/kerascope")
    if not os.access(program, os.X_OK):
        print(f"no program at {program}; build it first")
        return 2
    desk = [os.path.join(KIT, "desk"), "--home", "new", "--timeout", "300"]
    return subprocess.run([*desk, "/usr/bin/python3", __file__, "--inside", program], check=False).returncode


class Flow:
    def __init__(self, drive, program, folder):
        self.drive, self.folder = drive, folder
        self.process = subprocess.Popen([program])
        self.window = drive.Program(timeout=30, pid=self.process.pid)

    def check(self, fact, what):
        if not fact:
            raise AssertionError(what)
        print(f"ok  {what}", flush=True)

    def state(self, name, timeout=30):
        self.window.wait(f"status bar/ > label/^{name}$", timeout)

    def drop(self, *files):
        subprocess.run([os.path.join(KIT, "drop"), *map(str, files), "--window", "Kerascope", "--at", "700,400"],
                       check=True)

    def keys(self, *keys):
        self.window.raise_window("Kerascope")
        self.drive.press(*keys)

    def runs(self):
        """How many runs the latency chart tells of."""
        return self.window.find("filler/^Latency$ > filler/^Latency$").description

    def goes_on(self, what):
        before = self.runs()
        self.drive.until(lambda: self.runs() != before, 10, "the runs stand still")
        self.check(True, what)

    def loaded(self, part):
        self.window.wait(f"label/loaded {part} layers", 30)

    def start_page(self):
        for selector in ("push button/Open a model", "filler/Drop zone", "tool bar/Toolbar", "status bar/Status"):
            self.window.find(selector)
        self.state("Empty")
        run = self.window.find("push button/^Run$")
        self.check("enabled" not in run.states and "no model is open" in run.description,
                   "an action that is not possible says why")

    def sample(self):
        self.window.click("push button/Try the sample")
        self.state("Running")
        self.loaded("18 of 18")
        self.window.wait("label/^3$")
        self.check(True, "one click on the sample: it runs and recognises a three")
        self.keys("F6")
        self.state("Ready")
        self.keys("ctrl+F5")
        self.state("Running")
        self.check(True, "F6 stops, Ctrl+F5 runs continuously")

    def bad_file(self):
        bad = self.folder / "page.h5"
        bad.write_text("<!DOCTYPE html><html><body>Not found</body></html>")
        self.drop(bad)
        self.window.wait("label/web page")
        self.check(True, "a web page named .h5 is called one, in the message bar")
        self.state("Running")
        self.goes_on("the model before goes on")
        self.keys("Escape")
        self.window.wait("label/web page", gone=True)

    def swap(self, name):
        self.drop(MODELS / name)
        self.window.wait(f"frame/^{name}", 30)
        self.state("Running")
        self.goes_on(f"{name}, dropped on the running model, took its place and runs")

    def ticks(self):
        total = self.window.find("label/loaded").text.split(" of ")[1].split()[0]
        row = self.window.find("tree/Layers > tree item/_conv")
        name = row.name
        self.window.toggle(row, to=False)
        self.loaded(f"{int(total) - 1} of {total}")
        node = self.window.find(f"list/Graph > list item/^{name},", hidden=True)
        self.drive.until(lambda: "not ticked" in node.description, 10, "the graph still shows the tick")
        self.check("checked" not in node.states, "an unticked layer is so in list, graph and status line")
        self.window.toggle(f"tree/Layers > tree item/^{name}$", to=True)
        self.loaded(f"{total} of {total}")
        self.window.menu("Layers > No layers")
        self.loaded(f"0 of {total}")
        self.state("Ready")
        reason = self.window.find("push button/^Run$").description
        self.check("no layer is ticked" in reason, "without ticks Run says why it is not possible")
        self.window.menu("Layers > All layers")
        self.loaded(f"{total} of {total}")
        self.window.wait("push button/^Continuous$", 30, state="enabled")
        self.keys("ctrl+F5")
        self.state("Running")

    def export(self):
        target = self.folder / "profile"
        target.mkdir()
        self.keys("ctrl+shift+e")
        self.window.wait("/^Folder for the CSV files")
        self.window.type("/^Folder for the CSV files > text/", str(target))
        self.drive.press("Escape")  # the list of completions; the dialog stays
        self.window.click("/^Folder for the CSV files > push button/Choose")
        self.window.wait("label/^Written")
        for name, column in (("runs.csv", "run"), ("layers.csv", "layer"), ("totals.csv", "run")):
            lines = (target / name).read_text().splitlines()
            self.check(len(lines) > 1 and column in lines[0], f"{name} has a header and {len(lines) - 1} lines")

    def quit(self):
        self.keys("ctrl+q")
        self.check(self.process.wait(30) == 0, "Ctrl+Q ends the program while it runs")


def inside(program):
    sys.path.insert(0, KIT)
    import drive
    with tempfile.TemporaryDirectory() as folder:
        flow = Flow(drive, program, pathlib.Path(folder))
        try:
            flow.start_page()
            with drive.Ping(flow.window, every=0.005) as ping:
                flow.sample()
                flow.bad_file()
                flow.swap("residual_blocks.keras")
                flow.ticks()
                flow.swap("branches.keras")
                flow.export()
            print(ping)
            report = ping.report
            flow.check(report["longest"] - report["noise"] < MOST_STALL_MS,
                       f"no stall of the event loop over {MOST_STALL_MS} ms was seen")
            if report["noise"] >= MOST_STALL_MS:
                print("    but the machine was too busy to tell: its noise alone is above that; run it again")
            flow.quit()
        finally:
            if flow.process.poll() is None:
                flow.process.kill()
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        sys.exit(inside(sys.argv[2]))
    sys.exit(outside(sys.argv[1:]))
