import type { ResourceDetail } from "@deskhand/contract/knowledge";
import { Banner, BannerButton } from "../../../ui/banner.tsx";
import { accessWords, typeLooks } from "../resource-badges.tsx";
import { changesOf, fieldsOf, type ResourceFields } from "./resource-fields.ts";

interface ResourceConflictProps {
  /** As it was when one began. */
  before: ResourceDetail;
  /** As somebody else saved it meanwhile. */
  current: ResourceDetail;
  mine: ResourceFields;
  onTakeTheirs: () => void;
  onSaveMine: () => void;
}

/** What somebody else saved while one wrote, to be read before one decides (docs/product.md#writing-resources). */
export function ResourceConflict({ before, current, mine, onTakeTheirs, onSaveMine }: ResourceConflictProps) {
  const parts = changedParts(before, current);
  const own = changesOf(before, mine);
  return (
    <>
      <Banner
        kind="warning"
        title="This resource was changed meanwhile"
        action={
          <span className="flex flex-wrap gap-2">
            <BannerButton onClick={onTakeTheirs}>Take theirs</BannerButton>
            <BannerButton onClick={onSaveMine}>Save mine anyway</BannerButton>
          </span>
        }
      >
        {parts.length > 0 && `Changed: ${parts.map(({ word }) => word).join(", ")}. `}
        What you wrote is still here.
      </Banner>
      {parts.length > 0 && (
        <section aria-label="What they saved" className="rounded-control border border-line bg-panel px-3 py-2.5">
          <h3 className="mb-2 font-semibold text-sm">What they saved</h3>
          <dl className="flex max-h-96 flex-col gap-2 overflow-y-auto overscroll-contain">
            {parts.map(({ name, word, theirs }) => (
              <div key={name}>
                <dt className="text-faint text-xs">
                  {word.charAt(0).toUpperCase() + word.slice(1)}
                  {name in own && " (you changed it too)"}
                </dt>
                <dd>
                  <Theirs isLong={name === "content" || name === "description"} word={word} text={theirs} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

function Theirs({ isLong, word, text }: { isLong: boolean; word: string; text: string }) {
  if (text === "") return <span className="text-faint">None</span>;
  if (!isLong) return <bdi className="break-anywhere">{text}</bdi>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and this is a text to read.
    <div
      role="group"
      aria-label={`Their ${word}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what has the focus.
      tabIndex={0}
      dir="auto"
      className="max-h-44 overflow-y-auto overscroll-contain whitespace-pre-wrap rounded-tag break-anywhere focus-visible:-outline-offset-2"
    >
      {text}
    </div>
  );
}

interface ChangedPart {
  /** As the change is called that a form sends. */
  name: string;
  word: string;
  /** What it is now, in words; "" for nothing. */
  theirs: string;
}

function changedParts(before: ResourceDetail, current: ResourceDetail): ChangedPart[] {
  const changes = changesOf(before, fieldsOf(current));
  const { title, description, category, fileType, tags, accessLevel, isPublic, content, fileName } = current;
  const parts: ChangedPart[] = [
    { name: "title", word: "title", theirs: title },
    { name: "description", word: "description", theirs: description ?? "" },
    { name: "category", word: "category", theirs: category },
    { name: "fileType", word: "type", theirs: typeLooks[fileType].label },
    { name: "tags", word: "tags", theirs: tags.join(", ") },
    { name: "accessLevel", word: "access level", theirs: accessWords[accessLevel] },
    { name: "isPublic", word: "visibility", theirs: isPublic ? "Public" : "Private" },
    { name: "content", word: "content", theirs: content ?? "" },
  ];
  const isOtherFile = before.fileUrl !== current.fileUrl || before.fileName !== current.fileName;
  const file = { name: "uploadId", word: "file", theirs: fileName ?? "" };
  return [...parts.filter(({ name }) => name in changes), ...(isOtherFile ? [file] : [])];
}
