/** A text as the dark squares of a QR code, for paper and for pictures alike. */
import QRCode from 'qrcode';

export interface QrModules {
  /** Of the code alone, without its rim. */
  side: number;
  isDark(x: number, y: number): boolean;
}

/** The white rim that cameras want, in squares. */
export const RIM = 4;

/** A quarter of it may be scratched off. */
export function qrModulesOf(text: string): QrModules {
  const {
    modules: { size, data },
  } = QRCode.create(text, { errorCorrectionLevel: 'Q' });
  return { side: size, isDark: (x, y) => data[y * size + x] === 1 };
}
