"""Keeps one LibreOffice open and has it turn Word documents into PDFs, one at a time.

Runs inside the sandbox. Reads one JSON object a line, {"in": name, "out": name}, both in the working folder;
answers with one a line, {"ok": true} or {"ok": false, "reason": text}. The first line says that it is ready.
"""

import json
import os
import signal
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.document import RedlineDisplayType

START_SECONDS = 30
# What a dying office takes until it is gone; every document that it refuses waits as long for its answer.
ENDING_SECONDS = 1
PIPE = "office"


def prop(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def props(**values):
    return tuple(prop(name, value) for name, value in values.items())


def start_office(program, folder):
    return subprocess.Popen(
        [
            program,
            "--headless",
            "--norestore",
            "--nologo",
            "--nodefault",
            "--nolockcheck",
            "--nofirststartwizard",
            "-env:UserInstallation=file://%s/profile" % folder,
            "--accept=pipe,name=%s;urp;" % PIPE,
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def connect(office):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and office.poll() is None:
        try:
            context = resolver.resolve("uno:pipe,name=%s;urp;StarOffice.ComponentContext" % PIPE)
            return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except Exception:
            time.sleep(0.02)
    raise SystemExit("office did not start")


def convert(desktop, source, target):
    document = desktop.loadComponentFromURL(
        "file://" + source,
        "_blank",
        0,
        props(
            Hidden=True,
            ReadOnly=True,
            # Named, so that no other import filter is ever guessed from the content.
            FilterName="MS Word 2007 XML",
            MacroExecutionMode=0,
            UpdateDocMode=0,
        ),
    )
    if document is None:
        raise ValueError("not loaded")
    try:
        # Shows the text as if all tracked changes were accepted.
        document.setPropertyValue("RedlineDisplayType", RedlineDisplayType.NONE)
        settings = props(UseTaggedPDF=True, ExportBookmarks=True, ExportFormFields=False, MaxImageResolution=300, ReduceImageResolution=True)
        data = uno.Any("[]com.sun.star.beans.PropertyValue", settings)
        document.storeToURL("file://" + target, props(FilterName="writer_pdf_Export", FilterData=data))
    finally:
        document.close(True)


def has_ended(office):
    try:
        office.wait(timeout=ENDING_SECONDS)
        return True
    except subprocess.TimeoutExpired:
        return False


def main():
    program, folder = sys.argv[1], os.getcwd()
    office = start_office(program, folder)
    desktop = connect(office)
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        names = json.loads(line)
        try:
            convert(desktop, os.path.join(folder, names["in"]), os.path.join(folder, names["out"]))
            answer = {"ok": True}
        except Exception as problem:
            # An office that dies breaks the call first; it is the one to blame then, not the document.
            if has_ended(office):
                raise SystemExit("office has ended")
            answer = {"ok": False, "reason": type(problem).__name__}
        print(json.dumps(answer), flush=True)
        if office.poll() is not None:
            raise SystemExit("office has ended")


try:
    main()
finally:
    # The office has children of its own; none of them outlives us, even where no sandbox ends with us.
    os.killpg(0, signal.SIGKILL)
