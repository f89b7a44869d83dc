/** Where a virus scanner listens: at a port, or at a socket of this machine. */
export type ScannerPlace = { host: string; port: number } | { path: string };

/** The place that a setting names, `tcp://HOST:PORT` or `unix:/PATH`; null when it names none. */
export function readScannerPlace(setting: string): ScannerPlace | null {
  const path = /^unix:(?:\/\/)?(\/[^/].{0,100})$/.exec(setting)?.[1];
  if (path !== undefined) return { path };
  const url = URL.parse(setting);
  if (url?.protocol !== "tcp:" || url.hostname === "" || url.port === "") return null;
  if (url.username !== "" || url.password !== "" || !/^\/?$/.test(url.pathname) || url.search !== "" || url.hash !== "")
    return null;
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port) };
}
