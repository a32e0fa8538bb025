import { loadBuiltWeb } from "../../http/built-web.ts";
import { type Finding, fine, problem } from "./finding.ts";

export async function checkWeb(): Promise<Finding> {
  try {
    const { appFiles } = await loadBuiltWeb();
    return fine("web", `The web is built, ${appFiles.length} files of the app.`);
  } catch {
    return problem("web", "The web is not built, or not whole: run npm run build.");
  }
}
