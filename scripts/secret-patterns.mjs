/** What opens something of ours, and what the recommended rules do not know. */
const patterns = [
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[\w+/]{40}/gu,
  /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{40,}/gu,
  /\bsk_live_\w{20,}/gu,
  /\bclh_[\w-]{43}(?![\w-])/gu,
  /discord(?:app)?\.com\/api\/webhooks\/\d{15,22}\/[\w-]{60,}/gu,
  /\bsmtps?:\/\/[^\s:@/]+:[\w-]{24,}@/gu,
  /^[A-Z_]*(?:SECRET|TOKEN|PASSWORD|KEY)[A-Z_]*=["']?[^\s"'#$]{8,}/gmu,
];

/** A rule for secretlint. */
export const creator = {
  messages: {},
  meta: {
    id: "secret-patterns",
    recommended: true,
    type: "scanner",
    supportedContentTypes: ["text"],
    docs: {},
  },
  create(context) {
    const translate = context.createTranslator({ secret: { en: () => "A key, token or password" } });
    return {
      file({ content }) {
        for (const pattern of patterns) {
          for (const { 0: found, index } of content.matchAll(pattern)) {
            context.report({ message: translate("secret"), range: [index, index + found.length] });
          }
        }
      },
    };
  },
};
