/** The QR code with which the companion app binds a robot. */
import QRCode from 'qrcode';

/** @returns a data URL for an `img` */
export async function claimQrOf(publicUrl: string, claimCode: string): Promise<string> {
  const svg = await QRCode.toString(`${publicUrl}/mini-program?code=${claimCode}`, {
    type: 'svg',
    errorCorrectionLevel: 'M',
    margin: 2,
  });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
