import { createContext, type ReactNode, use, useCallback, useState } from "react";
import { asRefusal, AuthRefusal } from "../../lib/error-text.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";

/** Does something that may need a fresh proof of who is asking, and asks for that proof if it does. */
type Prove = <Result>(action: () => Promise<Result>) => Promise<Result>;

const ProofDialog = lazyDialog(async () => (await import("./proof-dialog.tsx")).ProofDialog);

const ProofContext = createContext<Prove>((action) => action());

export function useProve(): Prove {
  return use(ProofContext);
}

/** Holds the one dialog that asks; the action goes on where it stopped, with everything that was typed. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [onAnswer, setOnAnswer] = useState<((isProved: boolean) => void) | null>(null);
  const prove: Prove = useCallback(async (action) => {
    try {
      return await action();
    } catch (error) {
      if (asRefusal(error).code !== "reauthentication_needed") throw error;
    }
    const isProved = await new Promise<boolean>((resolve) => setOnAnswer(() => resolve));
    setOnAnswer(null);
    if (!isProved) throw new AuthRefusal("not_proved", "Nobody confirmed that it is them");
    return action();
  }, []);
  return (
    <ProofContext value={prove}>
      {children}
      {onAnswer && <ProofDialog onProved={() => onAnswer(true)} onClose={() => onAnswer(false)} />}
    </ProofContext>
  );
}
