import { type ClipboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "./core/button.tsx";
import { FieldHint } from "./core/field.tsx";
import { TextareaControl } from "./fields.tsx";
import styles from "./copy-button.module.css";

/** Puts text into the clipboard; where the browser forbids that, it offers the text selected, ready to be copied by hand. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [said, setSaid] = useState("");
  const [isByHand, setByHand] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    try {
      // Without a secure context there is no clipboard at all.
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      flushSync(() => setByHand(true));
      field.current?.focus();
      field.current?.select();
    }
  };
  const finish = (event: ClipboardEvent) => {
    // All of it, also where the selection was lost; and now, because the field goes with the focus.
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
    setSaid("Copied");
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} onClick={() => void copy()}>
        {said || label}
      </Button>
      {isByHand && (
        // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its control is a component
        <label className={styles.byHand}>
          <FieldHint>Copy the selected text.</FieldHint>
          <TextareaControl
            ref={field}
            rows={Math.min(6, text.split("\n").length)}
            value={text}
            readOnly
            onCopy={finish}
            onBlur={() => setByHand(false)}
          />
        </label>
      )}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}

/** A link to be read, however long it is. */
export function LinkText({ link }: { link: string }) {
  return <p className={styles.link}>{link}</p>;
}

interface QrImageProps {
  src: string;
  alt: string;
  size: number;
}

export function QrImage({ src, alt, size }: QrImageProps) {
  return <img className={styles.qr} src={src} alt={alt} width={size} height={size} />;
}
