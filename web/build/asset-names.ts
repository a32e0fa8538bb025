/** The shell names every file: short names keep it small. */
export const assetFileNames = "assets/[name]-[hash:7][extname]";
export const scriptFileNames = "assets/[name]-[hash:7].js";
