import { useRef } from "react";
import { randomId } from "./random-id.ts";

/** One key for all tries to send the same thing, so that a second click or a lost answer does nothing twice. */
export function useKeyOf() {
  const last = useRef({ sent: "", key: "" });
  return (body: unknown): string => {
    const sent = JSON.stringify(body);
    if (last.current.sent !== sent) last.current = { sent, key: randomId() };
    return last.current.key;
  };
}
