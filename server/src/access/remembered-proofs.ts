/** As long as an instance may take to notice that a key was retired in the usual course; see key-ring.ts. */
const longestMs = 60_000;
const mostKept = 5_000;

interface Proof {
  userId: string;
  sessionId: string;
}

interface Proven {
  proof: Proof;
  /** When the token expires, in milliseconds. */
  expiresAt: number;
}

/**
 * Proves a token once a minute instead of at every call: checking a signature takes longer than all else that a call
 * does, and a page makes many calls with one token. Whether the session still lives is asked at each of them.
 */
export function rememberProofs<Problem extends object>(prove: (token: string) => Promise<Proven | Problem>) {
  let known = new Map<string, { proof: Proof; until: number }>();
  return {
    async prove(token: string): Promise<Proof | Problem> {
      const now = Date.now();
      // A proof that is under way when all are forgotten goes into the map that nobody reads any more.
      const proofs = known;
      const earlier = proofs.get(token);
      if (earlier && now < earlier.until) return earlier.proof;
      proofs.delete(token);
      const proven = await prove(token);
      if (!("proof" in proven)) return proven;
      proofs.set(token, { proof: proven.proof, until: Math.min(proven.expiresAt, now + longestMs) });
      const [oldest] = proofs.keys();
      if (proofs.size > mostKept && oldest !== undefined) proofs.delete(oldest);
      return proven.proof;
    },
    /** Every token is proven anew. */
    invalidate(): void {
      known = new Map();
    },
  };
}
