// The page forbids eval, yet every zod schema would try it once and be reported. Set by hand: importing zod for this would load it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
