/** Has the browser fetch the app's files, which the build names in the page, while the password is being checked. */
export function preloadApp(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name="app-files"]')?.content.split(" ") ?? [];
  for (const file of files) {
    if (document.querySelector(`link[href="${file}"]`) !== null) continue;
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = file;
    document.head.append(link);
  }
}
