import { useColleagues } from "../../../../entities/person/use-colleagues.ts";
import { useSession } from "../../../../lib/session.ts";
import { untoldNames } from "./untold-names.ts";

/** Says before a note is saved which names in it tell nobody (docs/product.md#mentions). */
export function UntoldNotice({ text, isTyping = false }: { text: string; isTyping?: boolean }) {
  const { user } = useSession();
  const { colleagues } = useColleagues();
  return (
    <ul role="status" aria-label="Names that tell nobody" className="flex flex-col text-amber text-xs empty:hidden">
      {untoldNames(text, colleagues, user?.id ?? "", isTyping).map((sentence) => (
        <li key={sentence} dir="auto" className="break-anywhere">
          {sentence}
        </li>
      ))}
    </ul>
  );
}
