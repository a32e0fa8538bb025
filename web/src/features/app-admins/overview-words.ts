export function numberText(number: number): string {
  return number.toLocaleString("en-GB");
}

/** Bytes as people say them: "1.2 GB". */
export function sizeText(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const size = bytes / 1024 ** step;
  return `${size.toLocaleString("en-GB", { maximumFractionDigits: size < 10 && step > 0 ? 1 : 0 })} ${units[step]}`;
}
