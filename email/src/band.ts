import { Column } from "@react-email/column";
import { Row } from "@react-email/row";
import { Section } from "@react-email/section";
import { type CSSProperties, createElement, type ReactElement, type ReactNode } from "react";

/** React's types know no bgcolor on a table, though React writes the attribute. */
type TableProps = Parameters<typeof Section>[0] & { readonly bgcolor: string };

export interface BandLook {
  /** '#' and 6 hex digits. */
  readonly color: string;
  readonly padding: string;
  /** More for the coloured table: a gradient over the plain colour. */
  readonly style?: CSSProperties;
  readonly align?: "left" | "center";
}

/**
 * A full-width stripe of a mail. The colour stands as an attribute too and the padding in a cell: Outlook knows neither
 * background styles nor padding of tables.
 */
export function band({ color, padding, style, align = "left" }: BandLook, ...children: ReactNode[]): ReactElement {
  const table: TableProps = { bgcolor: color, style: { ...style, backgroundColor: color } };
  return createElement(
    Section,
    table,
    createElement(Row, null, createElement(Column, { align, style: { padding, textAlign: align } }, ...children)),
  );
}
