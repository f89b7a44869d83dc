import { type PolishLanguage, polishLanguages } from "@deskhand/contract/polish";
import { Select } from "../../ui/form/select.tsx";

interface PolishLanguageChoiceProps {
  /** Null where it could not be told. */
  language: PolishLanguage | null;
  onChoose: (language: PolishLanguage) => void;
}

const names = new Intl.DisplayNames(["en"], { type: "language" });
const known = polishLanguages.map((value) => ({ value, label: `Language: ${names.of(value) ?? value}` }));
const unknown = { value: "", label: "Choose the language" } as const;

/** The language that a text was corrected in; choosing another has it corrected in that one. */
export function PolishLanguageChoice({ language, onChoose }: PolishLanguageChoiceProps) {
  return (
    <Select
      small
      aria-label="Language of the reply"
      className="w-44"
      options={language === null ? [unknown, ...known] : known}
      value={language ?? ""}
      onChange={(chosen) => chosen !== "" && onChoose(chosen)}
    />
  );
}
