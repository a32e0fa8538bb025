import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { type KeyboardEvent, type MouseEvent, useState } from "react";
import styles from "./editor.module.css";
import { Row } from "../../../ui/core/layout.tsx";
import { type Tool, toolGroups } from "./tools.tsx";

const tools = toolGroups.flat();

interface EditorToolbarProps {
  editor: Editor;
  /** The id of the text it works on. */
  controls: string;
  onLink: () => void;
}

/** One stop for the Tab key; the arrow keys go from tool to tool. */
export function EditorToolbar({ editor, controls, onLink }: EditorToolbarProps) {
  const [current, setCurrent] = useState<Tool | undefined>(tools[0]);
  const states = useEditorState({ editor, selector: ({ editor: now }) => readStates(now) });
  return (
    <Row role="toolbar" aria-label="Text tools" aria-controls={controls} align="stretch" className={styles.toolbar}>
      {toolGroups.map((group) => (
        <div key={group[0]?.name} className={styles.group}>
          {group.map((tool) => (
            <button
              key={tool.name}
              type="button"
              className={styles.tool}
              aria-label={tool.label}
              aria-pressed={tool.isOn && states[tool.name] === "on"}
              aria-disabled={states[tool.name] === "unusable" || undefined}
              aria-keyshortcuts={tool.keys.replace("Mod", isMac ? "Meta" : "Control")}
              title={`${tool.label} (${formatKeys(tool.keys)})`}
              tabIndex={tool === current ? 0 : -1}
              onFocus={() => setCurrent(tool)}
              onKeyDown={moveFocus}
              onMouseDown={keepFocus}
              onClick={({ detail }) => use(tool, editor, onLink, detail > 0)}
            >
              {tool.face}
            </button>
          ))}
        </div>
      ))}
    </Row>
  );
}

const isMac = /mac|iphone|ipad/iu.test(navigator.platform);

function formatKeys(keys: string): string {
  if (!isMac) return keys.replace("Mod", "Ctrl");
  return keys.replace("Mod+", "⌘").replace("Shift+", "⇧").replace("Alt+", "⌥");
}

function readStates(editor: Editor): Record<string, "on" | "off" | "unusable"> {
  return Object.fromEntries(
    tools.map(({ name, isOn, isUsable }) => {
      if (isUsable && !isUsable(editor)) return [name, "unusable"];
      return [name, isOn?.(editor) ? "on" : "off"];
    }),
  );
}

/** A press with the pointer leaves the caret and a phone's keyboard where they are. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** Who presses it with the pointer goes on writing; who walks the toolbar with the keyboard stays in it. */
function use(tool: Tool, editor: Editor, onLink: () => void, isPointer: boolean): void {
  if (isPointer && !editor.isFocused) editor.commands.focus();
  tool.run(editor, onLink);
}

function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const buttons = [...(event.currentTarget.closest('[role="toolbar"]')?.querySelectorAll("button") ?? [])];
  const at = buttons.indexOf(event.currentTarget);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}
