/** Whether a host, as an address names it, is this machine itself. */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
