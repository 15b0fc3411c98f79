/**
 * Printable point labels: the content of their QR code and the sheet layout, shared by the server (print) and the
 * console (preview).
 */

export const LABEL_FORMATS = ['pdf', 'zip'] as const;
export type LabelFormat = (typeof LABEL_FORMATS)[number];
export const PAPERS = ['A4', 'Letter'] as const;
export type Paper = (typeof PAPERS)[number];
export const LABEL_SIZES = ['small', 'medium', 'large'] as const;
export type LabelSize = (typeof LABEL_SIZES)[number];

/** mm */
const PAPER_MM: Readonly<Record<Paper, { width: number; height: number }>> = {
  A4: { width: 210, height: 297 },
  Letter: { width: 215.9, height: 279.4 },
};
/** mm; the labels have no gaps, so that one cut separates two. */
const LABEL_MM: Readonly<Record<LabelSize, { width: number; height: number; columns: number; rows: number }>> = {
  small: { width: 62, height: 38, columns: 3, rows: 7 },
  medium: { width: 93, height: 66, columns: 2, rows: 4 },
  large: { width: 186, height: 132, columns: 1, rows: 2 },
};

/** A sheet with its labels centred, mm. */
export interface LabelSheet {
  paperWidth: number;
  paperHeight: number;
  width: number;
  height: number;
  columns: number;
  rows: number;
  left: number;
  top: number;
  perPage: number;
}

export function labelSheet(paper: Paper, size: LabelSize): LabelSheet {
  const { width: paperWidth, height: paperHeight } = PAPER_MM[paper];
  const { width, height, columns, rows } = LABEL_MM[size];
  return {
    paperWidth,
    paperHeight,
    width,
    height,
    columns,
    rows,
    left: (paperWidth - columns * width) / 2,
    top: (paperHeight - rows * height) / 2,
    perPage: columns * rows,
  };
}

export const pagesOf = (labels: number, paper: Paper, size: LabelSize): number =>
  Math.ceil(labels / labelSheet(paper, size).perPage);

/**
 * The URL in a point's QR code, opened by the companion app; it contains no secret. @param origin without a trailing
 * slash
 */
export const pointAddress = (origin: string, areaId: string): string =>
  `${origin}/mini-program?point=${encodeURIComponent(areaId)}`;

/** Whether a URL works on the local machine only. */
export const isOwnDeviceOnly = (address: string): boolean =>
  /^https?:\/\/(?:localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)(?:[:/]|$)/u.test(address);
