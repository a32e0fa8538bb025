import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../../../testing/user-event.ts";
import { useState } from "react";
import { expect, test } from "vitest";
import { cleanBulletin, toHtml } from "../content.tsx";
import { BulletinEditor, toLinkAddress } from "./editor.tsx";

/** A form with an editor in it; answers with what was written last. */
function openEditor({ value = "", error = null as string | null } = {}) {
  const written: string[] = [];
  function Form() {
    const [html, setHtml] = useState(value);
    return (
      <form onSubmit={() => written.push("sent")}>
        <BulletinEditor
          label="Message"
          value={html}
          error={error}
          onChange={(next) => {
            written.push(next);
            setHtml(next);
          }}
        />
        <button type="button" onClick={() => setHtml("<p>Another</p>")}>
          Load another
        </button>
      </form>
    );
  }
  render(<Form />);
  const text = screen.getByRole("textbox", { name: "Message" });
  return { text, written, last: () => written.at(-1) };
}

const tool = (name: string) => screen.getByRole("button", { name });

function paste(text: Element, html: string, plain = ""): void {
  const data: Record<string, string> = { "text/html": html, "text/plain": plain };
  fireEvent.paste(text, { clipboardData: { getData: (type: string) => data[type] ?? "", files: [], types: [] } });
}

test("everything a bulletin may be made of is opened, and written again when something is added", () => {
  const message =
    "<h1>Raid</h1><h2>When</h2><h3>Eight</h3><p><strong>a</strong><em>b</em><u>c</u><s>d</s><br><code>e</code> " +
    '<a href="https://a.b" target="_blank" rel="noopener noreferrer nofollow">f</a> <a href="tel:1" rel="nofollow">g</a>' +
    "</p><ul><li><p>h</p></li></ul><ol><li><p>i</p></li></ol><blockquote><p>j</p></blockquote><pre><code>k\nl</code></pre>";
  const { text, last } = openEditor({ value: message });
  paste(text, "<p>New</p>");
  expect(last()).toContain("New");
  expect(last()?.replace("New", "")).toBe(message);
  expect(toHtml(cleanBulletin(last() ?? ""))).toBe(last());
});

test("a maintainer switches headings, lists and quotes on and off", async () => {
  const { last } = openEditor({ value: "<p>Raid</p>" });
  await userEvent.click(tool("Heading 2"));
  expect(last()).toBe("<h2>Raid</h2>");
  expect(tool("Heading 2").getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(tool("Heading 2"));
  expect(last()).toBe("<p>Raid</p>");
  await userEvent.click(tool("Bullets"));
  expect(last()).toBe("<ul><li><p>Raid</p></li></ul>");
  await userEvent.click(tool("Numbers"));
  expect(last()).toBe("<ol><li><p>Raid</p></li></ol>");
});

test("what was done can be undone and done again", async () => {
  const { last } = openEditor({ value: "<p>Raid</p>" });
  await userEvent.click(tool("Quote"));
  await userEvent.click(tool("Undo"));
  expect(last()).toBe("<p>Raid</p>");
  expect(tool("Undo").getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(tool("Redo"));
  expect(last()).toBe("<blockquote><p>Raid</p></blockquote>");
});

test("the toolbar is one stop of the Tab key, and arrows go around in it", async () => {
  openEditor();
  await userEvent.tab();
  expect(document.activeElement).toBe(tool("Bold"));
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement).toBe(tool("Underline"));
  await userEvent.keyboard("{Home}{ArrowLeft}");
  expect(document.activeElement).toBe(tool("Redo"));
  await userEvent.keyboard("{ArrowRight}{End}");
  expect(document.activeElement).toBe(tool("Redo"));
  expect(screen.getAllByRole("button").filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(2);
});

test("nothing can be undone at first, and the tool says so", () => {
  openEditor({ value: "<p>Raid</p>" });
  expect(tool("Undo").getAttribute("aria-disabled")).toBe("true");
});

test("a link is added with its words, and its address is completed", async () => {
  const { last } = openEditor({ value: "<p>Raid</p>" });
  await userEvent.click(tool("Link"));
  const dialog = within(screen.getByRole("dialog", { name: "Add a link" }));
  await userEvent.type(dialog.getByLabelText("Address"), "example.com/map");
  await userEvent.type(dialog.getByLabelText("Text to show"), "The map{Enter}");
  expect(last()).toBe('<p><a href="https://example.com/map" rel="nofollow">The map</a>Raid</p>');
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an address that a bulletin may not lead to is refused, and the form around is not sent", async () => {
  const { written } = openEditor();
  await userEvent.click(tool("Link"));
  await userEvent.type(screen.getByLabelText("Address"), "javascript:alert(1){Enter}");
  expect(screen.getByLabelText("Address").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText(/starts with https:/u)).toBeTruthy();
  expect(written).toEqual([]);
});

test("a link is changed and taken away", async () => {
  const { text, last } = openEditor({ value: '<p><a href="https://a.b" rel="nofollow">map</a></p>' });
  fireEvent.keyDown(text, { key: "k", ctrlKey: true });
  await userEvent.click(screen.getByLabelText("Open in a new tab"));
  await userEvent.click(screen.getByRole("button", { name: "Save link" }));
  expect(last()).toBe('<p><a href="https://a.b" target="_blank" rel="noopener noreferrer nofollow">map</a></p>');
  await userEvent.click(tool("Link"));
  await userEvent.click(screen.getByRole("button", { name: "Remove link" }));
  expect(last()).toBe("<p>map</p>");
});

test.each([
  ["https://a.b/c?d#e", "https://a.b/c?d#e"],
  [" HTTP://a.b ", "HTTP://a.b"],
  ["example.com", "https://example.com"],
  ["example.com:8080/x", "https://example.com:8080/x"],
  ["owl@example.com", "mailto:owl@example.com"],
  ["mailto:owl@example.com", "mailto:owl@example.com"],
  ["tel:+491234", "tel:+491234"],
  ["", null],
  ["raid", null],
  ["tel:", null],
  ["https://", null],
  ["https://a.b/c d", null],
  ["javascript:alert(1)", null],
  ["javascript.com:alert(1)", null],
  ["data:text/html,x", null],
  ["//a.b", null],
  ["/admin", null],
])("the typed address %j leads to %j", (typed, address) => {
  expect(toLinkAddress(typed)).toBe(address);
});

test("what is pasted from elsewhere keeps its words and only the formats of a bulletin", () => {
  const { text, last } = openEditor();
  paste(
    text,
    '<style>p{color:red}</style><h4 style="color:red" class="x">Head</h4><p dir="rtl"><span style="font-weight:700">bold</span>' +
      '<img src="x" onerror="alert(1)"><a href="javascript:alert(1)" title="t">bad</a><a href="https://a.b" class="c" title="t" rel="opener">good</a></p>' +
      '<table><tr><td>cell</td></tr></table><ol start="7" type="a"><li>seven</li></ol><pre><code class="language-js">x</code></pre><hr>',
  );
  expect(last()).toBe(
    '<p>Head</p><p><strong>bold</strong>bad<a href="https://a.b" rel="nofollow">good</a></p><p>cell</p>' +
      "<ol><li><p>seven</p></li></ol><pre><code>x</code></pre>",
  );
});

test("text from another editor keeps what its styles say is bold or not", () => {
  const { text, last } = openEditor();
  const doc =
    '<b style="font-weight:normal;"><p><span style=\'font-weight:700\'>bold</span><span> plain style="x"</span></p></b>';
  paste(text, doc);
  expect(last()).toBe('<p><strong>bold</strong> plain style="x"</p>');
});

test("a message of empty lines is no message", () => {
  const { text, last } = openEditor({ value: "<p>Raid</p>" });
  paste(text, "<p>x</p>");
  fireEvent.keyDown(text, { key: "a", ctrlKey: true });
  fireEvent.keyDown(text, { key: "Backspace", ctrlKey: true });
  paste(text, "<p><br></p><p>&nbsp;</p>");
  expect(last()).toBe("");
});

test("a message from outside takes the place of what was written, without being written back", async () => {
  const { text, written } = openEditor({ value: "<p>Raid</p>" });
  await userEvent.click(screen.getByRole("button", { name: "Load another" }));
  await waitFor(() => expect(text.textContent).toBe("Another"));
  expect(written).toEqual([]);
});

test("what is wrong is told beside the text and tied to it", () => {
  const { text } = openEditor({ error: "Write a message." });
  expect(text.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(text.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Write a message.");
});

test.each([
  [100, ""],
  [18_100, "The message is nearly full."],
  [20_100, "The message is too long."],
])("with %i characters the count says: %s", (length, texts) => {
  openEditor({ value: `<p>${"x".repeat(length)}</p>` });
  expect(screen.getByRole("status").textContent).toBe(texts);
  expect(
    screen.getByText(`${(length + 7).toLocaleString("en")} of 20,000 characters, formatting included`),
  ).toBeTruthy();
});
