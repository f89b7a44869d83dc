import type { MouseEvent } from "react";
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  type MouseHandlerDataParam,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { cx } from "../cx.ts";
import { type Tone, toneClass } from "../tone.ts";
import { type ChartData, type Series, writeValue } from "./series.ts";

export type ChartKind = "lines" | "bars" | "stacked";

interface ChartProps {
  kind: ChartKind;
  data: ChartData;
  /** Called with the place of a label that is pressed and counts something; the table offers the same by keyboard. */
  onOpen?: ((index: number) => void) | undefined;
  /** In pixels. */
  height?: number;
}

const axis = {
  stroke: "var(--color-line)",
  tick: { fill: "var(--color-faint)", fontSize: 11 },
  tickLine: false,
} as const;

/** What the axis takes beside the plot, in pixels. */
const room = { left: 44, right: 6 } as const;

/** Draws series over their labels. It is hidden from screen readers, which read the `ChartTable` beside it. */
export function Chart({ kind, data, onOpen, height = 220 }: ChartProps) {
  const { labels, series, format } = data;
  const rows = labels.map((label, index) => ({ label, index, ...valuesAt(series, index) }));
  const counted = series.filter(({ isCompared = false }) => !isCompared);
  // The library's own place is that of the last frame, which on a phone is the press before.
  const open = (_: MouseHandlerDataParam, { clientX, currentTarget }: MouseEvent<SVGGraphicsElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left - room.left) / (width - room.left - room.right)) * labels.length);
    if (counted.some(({ values }) => values[index])) onOpen?.(index);
  };
  return (
    <div aria-hidden className={cx("w-full text-xs", onOpen !== undefined && "*:cursor-pointer")} style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart
          data={rows}
          margin={{ top: 6, right: room.right, bottom: 0, left: 0 }}
          accessibilityLayer={false}
          {...(onOpen !== undefined && { onClick: open })}
        >
          <CartesianGrid stroke="var(--color-line)" vertical={false} />
          <XAxis
            dataKey="index"
            scale="band"
            tickFormatter={(index: number) => labels[index] ?? ""}
            minTickGap={24}
            {...axis}
          />
          <YAxis width={room.left} tickFormatter={format} allowDecimals={false} axisLine={false} {...axis} />
          <Tooltip
            cursor={{ fill: "var(--color-hover)", stroke: "var(--color-edge)" }}
            isAnimationActive={false}
            content={({ active, label }) => (active ? <Reading data={data} index={Number(label)} /> : null)}
          />
          {series.map((one) => drawn(kind, one))}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

const valuesAt = (series: readonly Series[], index: number) =>
  Object.fromEntries(series.map(({ id, values }) => [id, values[index] ?? null]));

/** The shape of a series. What it is compared with is a dashed line in all kinds. */
function drawn(kind: ChartKind, { id, tone, isCompared = false }: Series) {
  const color = `var(--color-${tone})`;
  const plain = { dataKey: id, isAnimationActive: false } as const;
  if (isCompared) {
    return (
      <Line
        key={id}
        {...plain}
        type="monotone"
        dot={false}
        stroke="var(--color-edge)"
        strokeDasharray="4 4"
        strokeWidth={1.5}
      />
    );
  }
  if (kind === "lines") {
    return (
      <Area
        key={id}
        {...plain}
        type="monotone"
        stroke={color}
        strokeWidth={2}
        fill={color}
        fillOpacity={0.1}
        activeDot={{ r: 4 }}
      />
    );
  }
  return (
    <Bar
      key={id}
      {...plain}
      fill={color}
      fillOpacity={0.85}
      maxBarSize={36}
      radius={kind === "bars" ? [3, 3, 0, 0] : 0}
      {...(kind === "stacked" && { stackId: "all" })}
    />
  );
}

/** What the tooltip says of a place. */
function Reading({ data, index }: { data: ChartData; index: number }) {
  const { names, series } = data;
  return (
    <div className="rounded-control border border-line bg-raised px-2.5 py-2 text-ink text-xs shadow-float">
      <p className="mb-1 font-medium">{names[index]}</p>
      {series.map((one) => (
        <p key={one.id} className="flex items-center gap-2 tabular">
          <Mark tone={one.tone} isCompared={one.isCompared ?? false} />
          <span className="text-soft">{one.label}</span>
          <span className="ml-auto pl-3">{writeValue(data, one.values[index])}</span>
        </p>
      ))}
    </div>
  );
}

/** The colour of a series, as a legend and a tooltip show it. */
export function Mark({ tone, isCompared }: { tone: Tone; isCompared: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        "inline-block w-3 shrink-0",
        isCompared ? "border-edge border-t-2 border-dashed" : cx(toneClass[tone], "h-2 rounded-tag bg-(--tone)"),
      )}
    />
  );
}
