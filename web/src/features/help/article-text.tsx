import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";

/** How the text is set: headings, lists, tables and keys of an article. */
const look = [
  "mt-6 leading-6 text-ink break-anywhere",
  "[&_p]:my-3 [&_h2]:mt-7 [&_h2]:mb-2 [&_h2]:font-semibold [&_h2]:text-lg [&_h3]:mt-5 [&_h3]:mb-1.5 [&_h3]:font-semibold",
  "[&_ol]:my-3 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:my-3 [&_ul]:list-disc [&_ul]:pl-6 [&_li]:my-1 [&_li]:pl-1",
  "[&_a]:rounded-tag [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-3 [&_strong]:font-semibold",
  "[&_code]:rounded-tag [&_code]:bg-raised [&_code]:px-1 [&_code]:py-0.5 [&_code]:font-mono [&_code]:text-sm",
  "[&_table]:my-4 [&_table]:w-full [&_table]:text-left [&_table]:wrap-normal [&_td]:border-line [&_td]:border-t [&_td]:py-2 [&_td]:pr-3 [&_td]:align-top",
  "[&_th]:py-1.5 [&_th]:pr-3 [&_th]:font-medium [&_th]:text-sm [&_th]:text-soft",
].join(" ");

/** An article's text. Its links to other articles and screens lead there without loading the page anew. */
export function ArticleText({ html }: { html: string }) {
  const { history } = useRouter();

  function follow(event: MouseEvent<HTMLDivElement>) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const href = link?.getAttribute("href");
    const isOwn = href?.startsWith("/dashboard") === true;
    if (!isOwn || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(href);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the links inside, which are the interactive ones.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
    <div
      onClick={follow}
      className={look}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it comes from Deskhand's own files, in which HTML is text.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
