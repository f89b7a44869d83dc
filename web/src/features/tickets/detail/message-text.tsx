import { TextLink } from "../../../ui/text-link.tsx";
import { linkParts } from "./link-parts.ts";

/** A message's text as it was written: lines kept, web addresses clickable, in the direction of its own script. */
export function MessageText({ text }: { text: string }) {
  let at = 0;
  return (
    <div dir="auto" className="whitespace-pre-wrap break-anywhere">
      {linkParts(text).map((part) => {
        const key = at;
        at += part.text.length;
        if (part.href === undefined) return part.text;
        return (
          <TextLink
            key={key}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="underline decoration-accent/40"
          >
            {part.text}
          </TextLink>
        );
      })}
    </div>
  );
}
