/** Sign-in by QR code: what is shown and announced. */
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import QRCode from 'qrcode';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { QrBox } from '../../../../src/ui/pages/qrSignIn/QrBox.tsx';
import { qrOf, startQrSignIn } from '../../../fakes/startQrSignIn.ts';
import { renderWithTexts } from '../../withTexts.tsx';

afterEach(cleanup);

/** The drawn QR modules row by row, with a quiet zone of four. */
function drawn(svg: Element): string[] {
  const side = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
  const rows = Array.from({ length: side }, () => Array.from({ length: side }, () => '.'));
  for (const [, x = '', y = '', run = ''] of (svg.querySelector('path')?.getAttribute('d') ?? '').matchAll(
    /M(\d+) (\d+)h(\d+)v1h-\d+z/gu,
  ))
    rows[Number(y)]?.fill('#', Number(x), Number(x) + Number(run));
  return rows.map((row) => row.join(''));
}
function due(text: string): string[] {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
  const blank = '.'.repeat(size + 8);
  const row = (y: number) =>
    `....${Array.from({ length: size }, (_, x) => (data[y * size + x] ? '#' : '.')).join('')}....`;
  return [
    ...Array.from({ length: 4 }, () => blank),
    ...Array.from({ length: size }, (_, y) => row(y)),
    ...Array.from({ length: 4 }, () => blank),
  ];
}
const start = async (language: 'enUS' | 'zhCN' = 'enUS') => {
  const page = startQrSignIn();
  await renderWithTexts(<QrBox screen={page.actor} />, language);
  return page;
};

it('shows the picture, then the number in its place, and tells the ear', async () => {
  const page = await start();
  expect(screen.queryByRole('img')).toBeNull();
  await act(() => page.show('one'));
  expect(drawn(screen.getByRole('img', { name: 'Sign-in QR code' }))).toEqual(due(qrOf('one').url));
  expect(screen.getByRole('status').textContent).toContain("Scan the code with your phone's camera");
  await act(() => page.say('one', { state: 'scanned', number: '07' }));
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('07')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('Enter this number on your phone: 0 7');
});

it('shows the code in groups for a phone without a camera, and the next one after it', async () => {
  const page = await start();
  await act(() => page.show('ABCD1234EFGH5678JKMN'));
  expect(screen.getByText('ABCD 1234 EFGH 5678 JKMN')).toBeTruthy();
  await act(() => page.say('ABCD1234EFGH5678JKMN', { state: 'scanned', number: '07' }));
  expect(screen.queryByText('ABCD 1234 EFGH 5678 JKMN')).toBeNull();
});

it('offers another one where that helps, and says why there is none', async () => {
  const page = await start('zhCN');
  await act(() => page.refuseCode(new ApiError('networkFailed')));
  expect(screen.getByRole('status').textContent).toContain('无法获取二维码');
  fireEvent.click(screen.getByRole('button', { name: '刷新二维码' }));
  await act(() => page.show('one'));
  expect(screen.queryByRole('button')).toBeNull();
  await act(() => page.say('one', { state: 'refused' }));
  expect(screen.getByRole('status').textContent).toContain('登录被拒绝');
  fireEvent.click(screen.getByRole('button', { name: '刷新二维码' }));
  expect(page.phase()).toBe('fetching');
});
