const violations: string[] = [];

// Chromium also reports these in a document that is only parsed and never shown.
document.addEventListener("securitypolicyviolation", ({ violatedDirective, sample }) => {
  if (/^(?:style-src-(?:elem|attr)|base-uri)$/u.test(violatedDirective)) return;
  violations.push(`${violatedDirective}: ${sample}`);
});

/** What a hostile message calls. */
const run = () => violations.push("a message has run");

Object.assign(globalThis, { violations, run });
