import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Html } from "@react-email/html";
import { Preview } from "@react-email/preview";
import { createElement, type ReactElement, type ReactNode } from "react";
import { mailWidth, styles } from "./styles.ts";

/** What surrounds every mail: the document, its title, the line that inboxes preview, and the 600 px wide card. */
export function mailFrame(title: string, preview: string, ...sections: ReactNode[]): ReactElement {
  return createElement(
    Html,
    { lang: "en" },
    createElement(
      Head,
      null,
      createElement("title", null, title),
      createElement("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      createElement("meta", { name: "color-scheme", content: "light" }),
      createElement("meta", { name: "supported-color-schemes", content: "light" }),
    ),
    createElement(
      Body,
      { style: styles.page },
      // An array or an element here would be shown as [object Object].
      createElement(Preview, null, inboxLine(preview)),
      // Outlook does not know max-width: it reads the attribute.
      createElement(Container, { width: mailWidth, style: styles.card }, ...sections),
    ),
  );
}

/** What an inbox shows beside the subject, not ending in half a character: React Email cuts at 150. */
function inboxLine(preview: string): string {
  return preview.slice(0, 140).replace(/[\ud800-\udbff]$/, "");
}
