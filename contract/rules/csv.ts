/** CSV by RFC 4180, for spreadsheets. */

/** A line of cells. A text that a spreadsheet would evaluate as a formula gets a leading apostrophe; a number does not. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cellOf).join(',')}\r\n`;

const cellOf = (value: string | number): string =>
  typeof value === 'number'
    ? String(value)
    : `"${(/^[=+\-@\t\r]/u.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** Byte order mark: spreadsheets assume another encoding without it. */
export const CSV_MARK = '\uFEFF';
