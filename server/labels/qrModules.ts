/** Encodes a text as the modules of a QR code, for paper and for pictures. */
import QRCode from 'qrcode';

export interface QrModules {
  /** Modules per side, without the quiet zone. */
  side: number;
  isDark(x: number, y: number): boolean;
}

/** Quiet zone around the code, which scanners need, in modules. */
export const RIM = 4;

/** Error correction level Q: up to a quarter of the code can be damaged. */
export function qrModulesOf(text: string): QrModules {
  const {
    modules: { size, data },
  } = QRCode.create(text, { errorCorrectionLevel: 'Q' });
  return { side: size, isDark: (x, y) => data[y * size + x] === 1 };
}
