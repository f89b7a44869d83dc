/** Downloads what is at an address, under a name or under the one that the server gives. */
export function downloadFrom(address: string, filename = ""): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = filename;
  link.click();
}
