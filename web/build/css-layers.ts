import type { Plugin } from "vite";

const order = "@layer reset,tokens,kit.base,kit.parts,features;";

/** The first that fits names the layer of a style sheet. */
const layers: [RegExp, string][] = [
  [/theme-variables\.css$|\/ui\/core\/tokens\.css$/, "tokens"],
  [/\/ui\/core\/(base|fonts|reset)\.css$/, "reset"],
  [/\/ui\/core\//, "kit.base"],
  [/\/ui\//, "kit.parts"],
  [/\/web\/src\//, "features"],
];

/**
 * Puts every style sheet of the app into the layer of its folder: which rule wins does not depend on the order in which
 * screens were opened. Each file names the order, because any of them may be the first to arrive.
 */
export function cssLayers(): Plugin {
  return {
    name: "css-layers",
    transform(code, id) {
      const [path = "", query] = id.replaceAll("\\", "/").split("?");
      // The public pages bring theirs in one piece.
      if (!path.endsWith(".css") || query?.includes("inline") || path.includes("/public-pages/")) return null;
      const layer = layers.find(([pattern]) => pattern.test(path))?.[1];
      if (!layer) throw new Error(`${id} belongs to no layer`);
      return { code: `${order}@layer ${layer}{${code}}`, map: null };
    },
  };
}
