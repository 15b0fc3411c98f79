/** The page of face recognition records in jsdom: rows, panel, reveal with its countdown, persons, settings, both languages. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { Language } from '../../../../contract/entities/constants.ts';
import { momentPath } from '../../../../contract/rules/momentPath.ts';
import { FaceRecordsPage } from '../../../../src/ui/pages/faceRecords/FaceRecordsPage.tsx';
import {
  FACE_NOW,
  sampleFace,
  sampleFaceDetails,
  sampleFacePerson,
  sampleFaceRequest,
  sampleFaceSetting,
} from '../../../fakes/faceSample.ts';
import { faceServices } from '../../../fakes/startFaceRecords.ts';
import { settle } from '../../../fakes/settle.ts';
import { renderPage } from '../../renderPage.tsx';

const FLEET = { robots: {}, order: [], sites: [], view: 'all', failure: null, current: '' };
const sessionOf = (roles: readonly string[]) => ({ user: { nickname: 'Lin Wei', roles } });

async function page(
  query: Record<string, string> = {},
  {
    roles = ['operator'],
    language = 'enUS' as Language,
    width = 1_440,
    ...options
  }: Parameters<typeof faceServices>[0] & { roles?: readonly string[]; language?: Language; width?: number } = {},
) {
  const services = faceServices(options);
  const clock = new SimulatedClock();
  const drawn: string[] = [];
  const listeners = new Set<() => void>();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => void drawn.push('picture'),
    fillText: (text: string) => void drawn.push(text),
    strokeText: () => undefined,
    save: () => undefined,
    restore: () => undefined,
    translate: () => undefined,
    rotate: () => undefined,
  } as never);
  const image = { width: 240, height: 300 } as ImageBitmap;
  const rendered = await renderPage(FaceRecordsPage, services.machine, {
    query,
    language,
    width,
    clock,
    now: () => FACE_NOW,
    live: {
      face: (id) => (services.held.has(id) ? image : null),
      onFace: (_, listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    contexts: { fleet: FLEET, session: sessionOf(roles) },
  });
  await settle();
  return { ...rendered, ...services, clock, drawn };
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const reveal = async (press: (element: Element) => Promise<void>, note: string) => {
  await press(screen.getByRole('radio', { name: 'Guest asks' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Why do you need to see it?' }), { target: { value: note } });
  await press(button('Open for 60 s'));
  await settle();
};

it('lists blurred faces with consent, time, place, temperature and what is left of the picture', async () => {
  const person = { id: 'p', name: 'Zhao Min', kind: 'staff' as const, consentAt: 1 };
  await page(
    {},
    {
      rows: [
        sampleFace(),
        sampleFace({ id: 'f2', person, temperature: 36.4, isHigh: false }),
        sampleFace({ id: 'f3', temperature: null, isHigh: false, blurred: '', pictureUntil: null }),
      ],
    },
  );
  const [, first, second, third] = screen.getAllByRole('row');
  if (!first || !second || !third) throw new Error('rows are missing');
  const row = within(first);
  expect(row.getByRole('img', { name: 'Blurred face' }).getAttribute('src')).toMatch(/^data:image\/webp/u);
  for (const text of ['Stranger', 'no consent', 'Lobby host', 'Main entrance', 'in 27 days'])
    expect(row.getByText(text, { exact: false }), text).toBeTruthy();
  expect(row.getByRole('img', { name: '37.9 °C, high: threshold 37.3 °C' })).toBeTruthy();
  expect(within(second).getByText('Zhao Min')).toBeTruthy();
  expect(within(second).getByText('staff, consent given')).toBeTruthy();
  expect(within(second).getByRole('img', { name: '36.4 °C, threshold 37.3 °C' })).toBeTruthy();
  expect(within(third).getByRole('img', { name: 'No picture' })).toBeTruthy();
  expect(within(third).getByRole('img', { name: 'no reading' })).toBeTruthy();
  expect(within(third).getByText('deleted')).toBeTruthy();
  expect(screen.getByText('All faces are blurred.')).toBeTruthy();
  expect(screen.getByText(/deleted after 30 days, records after 90/u)).toBeTruthy();
});

it('opens a face only with a reason and four words, shows it with the name across, and closes it after a minute', async () => {
  const { press, of, after, clock, drawn, held } = await page({ face: 'face-1' });
  await press(button('Open for 60 s'));
  expect(screen.getByText('Choose a reason')).toBeTruthy();
  expect(screen.getByText('Describe the reason in at least 4 words')).toBeTruthy();
  await reveal(press, 'too short');
  expect(of('reveal')).toEqual([]);
  await reveal(press, 'nurse asks whom to call');
  expect(of('reveal')).toEqual([{ faceId: 'face-1', reason: 'guestAsks', note: 'nurse asks whom to call' }]);
  const canvas = screen.getByRole('img', { name: 'Clear face, closes in 60 s' });
  expect(canvas.tagName).toBe('CANVAS');
  expect(fireEvent.contextMenu(canvas)).toBe(false);
  expect(drawn).toContain('picture');
  expect(drawn).toContain('Lin Wei');
  expect(screen.getByRole('timer').textContent).toBe('Closes in 60 s');
  await after(() => clock.increment(60_000));
  expect(held.size).toBe(0);
  expect(screen.queryByRole('img', { name: /Clear face/u })).toBeNull();
  expect(button('Open for 60 s')).toBeTruthy();
});

it('closes the face at once when asked, and when the tab is hidden', async () => {
  const { press, after, held, hideTab } = await page({ face: 'face-1' });
  await reveal(press, 'nurse asks whom to call');
  await press(button('Close picture'));
  expect(held.size).toBe(0);
  await reveal(press, 'nurse asks whom to call');
  expect(held.size).toBe(1);
  await after(hideTab);
  expect(held.size).toBe(0);
});

it('says why a face was not opened, and keeps what was typed', async () => {
  const { press, breaks } = await page({ face: 'face-1' });
  breaks('reveal', 'tooManyReveals');
  await reveal(press, 'nurse asks whom to call');
  expect(screen.getByText(/You have opened/u)).toBeTruthy();
  expect(screen.getByDisplayValue('nurse asks whom to call')).toBeTruthy();
});

it('without the right, says who can open it, and offers no act of an administrator', async () => {
  await page(
    { face: 'face-1' },
    { details: sampleFaceDetails({ canReveal: false, administrators: ['Zhao Min', 'Chen Yu'] }) },
  );
  expect(screen.getByText("You can't open faces")).toBeTruthy();
  expect(screen.getByText(/Zhao Min, Chen Yu/u)).toBeTruthy();
  for (const name of ['Open for 60 s', 'Delete now', 'Register person'])
    expect(screen.queryByRole('button', { name }), name).toBeNull();
  expect(button('Mark as checked')).toBeTruthy();
});

it('without the right, asks an administrator for it with a reason, and says that the answer is awaited', async () => {
  const details = sampleFaceDetails({ canReveal: false, mayAsk: true, administrators: ['Zhao Min'] });
  const { press, of } = await page({ face: 'face-1' }, { details });
  const form = within(screen.getByRole('form', { name: 'Ask to open faces' }));
  expect(form.getByText('Zhao Min can let you open faces of this robot for an hour.')).toBeTruthy();
  await press(form.getByRole('radio', { name: 'Guest asks' }));
  fireEvent.change(form.getByRole('textbox'), { target: { value: 'nurse asks whom to call' } });
  await press(form.getByRole('button', { name: 'Ask for one hour' }));
  await settle();
  expect(of('ask')).toEqual([{ faceId: 'face-1', reason: 'guestAsks', note: 'nurse asks whom to call' }]);
  cleanup();
  await page({ face: 'face-1' }, { details: { ...details, askedAt: FACE_NOW - 60_000 } });
  expect(screen.getByText(/^You asked at /u)).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
});

it('with the right for an hour, opens faces and says until when, without other acts of an administrator', async () => {
  await page({ face: 'face-1' }, { details: sampleFaceDetails({ mayRevealUntil: FACE_NOW + 60_000 }) });
  expect(screen.getByText(/^Allowed until \d\d:\d\d · closes after 60 s$/u)).toBeTruthy();
  expect(button('Open for 60 s')).toBeTruthy();
  for (const name of ['Delete now', 'Register person']) expect(screen.queryByRole('button', { name }), name).toBeNull();
});

it('shows administrators who asks for the right and why, and takes their answer', async () => {
  const { press, of } = await page({}, { requests: [sampleFaceRequest()] });
  const list = within(screen.getByRole('list', { name: 'Requests to open faces' }));
  expect(list.getByText('Chen Yu asks to open faces of Lobby host for an hour')).toBeTruthy();
  expect(list.getByText(/Guest asks: Nurse asks whom to call$/u)).toBeTruthy();
  await press(list.getByRole('button', { name: 'Allow Chen Yu to open faces of Lobby host for one hour' }));
  await settle();
  await press(list.getByRole('button', { name: 'Refuse the request of Chen Yu for Lobby host' }));
  await settle();
  const request = { serialNumber: 'U1-1', askerId: 'chen', at: sampleFaceRequest().at };
  expect(of('answer')).toEqual([
    { ...request, allow: true },
    { ...request, allow: false },
  ]);
});

it('shows administrators until when a permission lasts, and ends it', async () => {
  const { press, of } = await page({}, { requests: [sampleFaceRequest({ until: FACE_NOW + 60_000 })] });
  const list = within(screen.getByRole('list', { name: 'Requests to open faces' }));
  expect(list.getByText(/^Chen Yu can open faces of Lobby host until \d\d:\d\d$/u)).toBeTruthy();
  expect(list.queryByRole('button', { name: /^Allow/u })).toBeNull();
  await press(list.getByRole('button', { name: 'Stop Chen Yu from opening faces of Lobby host now' }));
  expect(of('answer')).toEqual([{ serialNumber: 'U1-1', askerId: 'chen', at: sampleFaceRequest().at, allow: false }]);
});

it('offers no picture while recognition is off at the site, and says so', async () => {
  await page({ face: 'face-1' }, { details: sampleFaceDetails({ isOn: false }) });
  expect(screen.getByText(/Face recognition is off at this site/u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open for 60 s' })).toBeNull();
});

it('shows the life of a record, who opened it and why, and its alarm', async () => {
  const reveals = [
    {
      id: 'r',
      byName: 'Chen Yu',
      at: FACE_NOW,
      reason: 'securityCase' as const,
      note: 'a bag was lost',
      isOpened: true,
    },
  ];
  const { press, toldTo } = await page({ face: 'face-1' }, { details: sampleFaceDetails({ reveals }) });
  const life = within(screen.getByRole('list', { name: 'What happens to this record' }));
  expect(life.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    expect.stringContaining('Taken'),
    expect.stringContaining('Openedonce'),
    expect.stringContaining('Picture deleted'),
    expect.stringContaining('Record deleted'),
  ]);
  expect(screen.getByText('Chen Yu')).toBeTruthy();
  expect(screen.getByText('Security case: a bag was lost')).toBeTruthy();
  await press(button('Open alarm case'));
  expect(toldTo('navigation')).toContainEqual({ type: 'navigation.go', to: '/alarms/case?id=case-1' });
  await press(button('Replay'));
  expect(toldTo('navigation').at(-1)).toEqual({ type: 'navigation.go', to: momentPath(sampleFaceDetails().record) });
});

it('registers a stranger with consent', async () => {
  const { press, of } = await page({ face: 'face-1' });
  await press(button('Register person'));
  const dialog = within(screen.getByRole('dialog', { name: 'Register person' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Ada Berg' } });
  await press(dialog.getByRole('button', { name: 'Register' }));
  expect(dialog.getByText("Without consent, a person can't be registered")).toBeTruthy();
  await press(dialog.getByRole('checkbox', { name: 'The person has agreed to be recognized' }));
  await press(dialog.getByRole('button', { name: 'Register' }));
  await settle();
  expect(of('register')).toMatchObject([{ name: 'Ada Berg', consent: true, personKind: 'staff' }]);
});

it('erases a person after a question that says what is lost', async () => {
  const { press, of } = await page({}, { persons: [sampleFacePerson()] });
  await press(button('Registered persons'));
  await press(button('Erase Ada Berg'));
  expect(screen.getByText(/4 records and all their pictures/u)).toBeTruthy();
  await press(button('Erase person'));
  await settle();
  expect(of('act')).toMatchObject([{ type: 'erase', id: 'person-1' }]);
});

it('lets account administrators alone change what a site allows', async () => {
  const { press, of } = await page({}, { roles: ['admin'] });
  await press(button('Privacy settings'));
  const dialog = within(screen.getByRole('dialog', { name: 'Privacy settings for face recognition' }));
  expect(dialog.getByText(/Changed by Zhao Min/u)).toBeTruthy();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Days pictures are kept' }), { target: { value: '400' } });
  await press(dialog.getByRole('button', { name: 'Save changes' }));
  expect(dialog.getByText('Enter 1 to 365 days')).toBeTruthy();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Days pictures are kept' }), { target: { value: '14' } });
  await press(dialog.getByRole('checkbox', { name: 'Recognize and record faces' }));
  expect(dialog.getByText(/Robots stop at once/u)).toBeTruthy();
  await press(dialog.getByRole('button', { name: 'Save changes' }));
  await settle();
  expect(of('setting')).toMatchObject([{ isOn: false, pictureDays: '14', revision: 3 }]);
});

it('lets an administrator of robots shorten the days, and nothing else', async () => {
  const { press, of } = await page({}, { settings: [sampleFaceSetting({ mayChange: 'shorter' })] });
  await press(button('Privacy settings'));
  const dialog = within(screen.getByRole('dialog', { name: 'Privacy settings for face recognition' }));
  expect(dialog.queryByRole('checkbox')).toBeNull();
  expect(dialog.queryByRole('textbox', { name: 'Legal basis for recording faces' })).toBeNull();
  const days = dialog.getByRole('textbox', { name: 'Days pictures are kept' });
  fireEvent.change(days, { target: { value: '31' } });
  await press(dialog.getByRole('button', { name: 'Save changes' }));
  expect(dialog.getByText('Only account administrators can keep data longer')).toBeTruthy();
  fireEvent.change(days, { target: { value: '14' } });
  await press(dialog.getByRole('button', { name: 'Save changes' }));
  await settle();
  expect(of('setting')).toMatchObject([{ pictureDays: '14', revision: 3 }]);
});

it('says that it is off, and who can switch it on', async () => {
  const { press } = await page({}, { rows: [], settings: [sampleFaceSetting({ isOn: false, mayChange: 'nothing' })] });
  expect(screen.getByRole('heading', { name: 'Face recognition is off' })).toBeTruthy();
  expect(screen.queryByText('All faces are blurred.')).toBeNull();
  await press(button('Privacy settings'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('filters by kind and name in the URL, and exports without pictures', async () => {
  const { press, toldTo, of } = await page({});
  await press(screen.getByRole('radio', { name: 'Strangers 1' }));
  expect(toldTo('navigation')).toContainEqual({
    type: 'navigation.query',
    query: { page: '', selectType: 'stranger' },
  });
  fireEvent.change(screen.getByRole('searchbox', { name: 'Name, if registered' }), { target: { value: 'ada' } });
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { page: '', name: 'ada' } });
  await press(button('Export 1 row without pictures'));
  expect(of('export')).toHaveLength(1);
});

it('fits a phone: blocks instead of a table, the panel over the page', async () => {
  await page({ face: 'face-1' }, { width: 390 });
  expect(screen.queryByRole('table')).toBeNull();
  const dialog = within(screen.getByRole('dialog', { name: 'Stranger' }));
  expect(dialog.getByRole('button', { name: 'Open for 60 s' })).toBeTruthy();
});

it('speaks Chinese', async () => {
  await page({ face: 'face-1' }, { language: 'zhCN' });
  for (const text of ['所有人脸默认模糊。', '打开这张人脸', '将以您的姓名记录。'])
    expect(screen.getByText(text, { exact: false }), text).toBeTruthy();
  expect(screen.getAllByText('陌生人').length).toBeGreaterThan(0);
  expect(button('打开 60 秒')).toBeTruthy();
});
