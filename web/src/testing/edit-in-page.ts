import "./notice-in-page.ts";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { cleanBulletin, toHtml } from "../features/bulletins/content.tsx";
import { BulletinEditor } from "../features/bulletins/editor/editor.tsx";

const holder = document.body.appendChild(document.createElement("main"));
// As the editor's own styles have it, which this page goes without.
holder.style.whiteSpace = "break-spaces";
const root = createRoot(holder);
let html = "<p>Raid</p>";
show(html);

function show(value: string): void {
  html = value;
  root.render(createElement(BulletinEditor, { label: "Message", value, onChange: show }));
}

/** As if it had been copied from somewhere else. */
function paste(copied: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/html", copied);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.querySelector('[role="textbox"]')?.dispatchEvent(event);
}

const written = () => html;
const isClean = () => toHtml(cleanBulletin(html)) === html;

Object.assign(globalThis, { paste, written, isClean, isReady: true });
