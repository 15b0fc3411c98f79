/** The page of a call in jsdom: every state of the call, phrases by digit, and the note. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SLOW_MEASUREMENTS } from '../../../../contract/rules/videoQuality.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { connectedCall, endedCall, SAMPLE_AT, sampleCall } from '../../../fakes/callSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { showCall } from './showCall.tsx';

it('calls on a press, says that it rings, and offers Stop all the time', async () => {
  const { send } = await showCall(sampleCall());
  expect(screen.getByRole('heading', { name: 'No call with Lobby host' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Call' }));
  await act(settle);
  expect(screen.getByRole('heading', { name: 'Lobby host is ringing' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Stop ringing' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Stop(?! ringing)/ })).toBeTruthy();
  await send({ type: 'calls.hangUp' });
  expect(screen.getByRole('heading', { name: 'What happened' })).toBeTruthy();
});

it('says of a robot without calls why it cannot be called, and offers Stop all the time', async () => {
  await showCall(sampleCall(), null, { canCall: false });
  expect(screen.getByRole('heading', { name: "Lobby host can't be called" })).toBeTruthy();
  expect(screen.getByText(/doesn't support calls/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Call' })).toBeNull();
  expect(screen.getByRole('button', { name: /^Stop/ })).toBeTruthy();
});

it('has its heading also when the robot could not be read', async () => {
  await showCall(sampleCall(), null, { isAway: true });
  expect(screen.getByRole('heading', { level: 1, name: 'Call' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('names who talks with a busy robot, and starts nothing', async () => {
  const { send } = await showCall(sampleCall(), new ApiError('otherPartyBusy', { words: { by: 'Chen Yu' } }));
  await send({ type: 'calls.start', serialNumber: 'U1' });
  expect(screen.getByRole('heading', { name: 'Lobby host is in another call' })).toBeTruthy();
  expect(screen.getByText(/Chen Yu is talking there/)).toBeTruthy();
});

it('in a call: says a phrase by its digit but not while typing, shows what the robot reports, mutes', async () => {
  const { send, cloud, media } = await showCall(connectedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  media({ type: 'media.flowing', at: SAMPLE_AT });
  expect(screen.getByText('Lobby host hears and sees you')).toBeTruthy();
  expect(screen.getByRole('img', { name: '3 watching, 1 listening' })).toBeTruthy();
  fireEvent.keyDown(document.body, { key: '2' });
  await act(settle);
  expect(cloud.acts).toEqual([{ callId: 'call-1', text: "One moment please, I'm looking it up.", picture: null }]);
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  fireEvent.keyDown(document.body, { key: '3' });
  dialog.remove();
  const field = screen.getByRole('textbox', { name: 'Type what the robot should say' });
  fireEvent.keyDown(field, { key: '3' });
  fireEvent.change(field, { target: { value: 'Room 312' } });
  fireEvent.click(screen.getByRole('button', { name: 'Say' }));
  await act(settle);
  expect(cloud.acts.map(({ text }) => text)).toEqual(["One moment please, I'm looking it up.", 'Room 312']);
  expect(screen.getAllByText('Sent').length).toBeGreaterThan(0);
  cloud.own = connectedCall({
    screen: { shows: 'picture', picture: 'plan', imageId: '', saying: '', actId: 'act-1', frames: 9, since: SAMPLE_AT },
  });
  await send({ type: 'calls.changed', callId: 'call-1', at: SAMPLE_AT, answeredBy: null });
  expect(screen.getByRole('button', { name: 'Show Floor plan' }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Mute' }));
  expect(screen.getByText("Lobby host doesn't hear you")).toBeTruthy();
});

it('the picture of a slow link says that it is lowered, and a person chooses between 720p and 360p', async () => {
  const { send, media } = await showCall(connectedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  media({ type: 'media.flowing', at: SAMPLE_AT });
  fireEvent.click(screen.getByRole('button', { name: /^720p HD\. .*Switch to 360p smooth/ }));
  fireEvent.click(screen.getByRole('button', { name: /^360p smooth\. .*Switch to 720p HD/ }));
  const figures = { framesPerSecond: 15, kilobitsPerSecond: 900, width: 1280, height: 720, roundTrip: 20, delay: 800 };
  for (let n = 0; n < SLOW_MEASUREMENTS; n += 1) media({ type: 'media.measured', figures, at: SAMPLE_AT + n });
  const lowered = screen.getByRole('button', { name: /^360p, slow connection\. .*Switch to 720p HD/ });
  fireEvent.click(lowered);
  expect(lowered.textContent).toBe('720p, slow connection');
});

it('an interrupted call shows the age of its picture and what comes back', async () => {
  const { send, media } = await showCall(connectedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  media({ type: 'media.flowing', at: SAMPLE_AT + 4_000 });
  media({ type: 'media.frozen' });
  expect(screen.getByRole('heading', { name: /Picture is 6/ })).toBeTruthy();
  expect(screen.getByText(/microphone on, camera on/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try now' })).toBeTruthy();
});

it('an ended call says what happened, and keeps a note', async () => {
  const { send, cloud } = await showCall(endedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  await act(settle);
  expect(screen.getByText('Said "Good afternoon"')).toBeTruthy();
  expect(screen.getByText('Once, 0:08')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Luggage' }));
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Two bags' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
  await act(settle);
  expect(cloud.notes).toEqual([{ callId: 'call-1', topic: 'luggage', note: 'Two bags' }]);
  expect(screen.getByRole('button', { name: 'Note saved' })).toBeTruthy();
});

it('keeps a photo of the picture, and offers recording while there is a picture', async () => {
  const { send, cloud, media } = await showCall(connectedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  const photo = screen.getByRole('button', { name: 'Photo' });
  expect(photo.title).toBe("There's no live picture.");
  fireEvent.click(photo);
  media({ type: 'media.flowing', at: SAMPLE_AT });
  fireEvent.click(screen.getByRole('button', { name: 'Photo' }));
  await act(settle);
  expect(cloud.photos).toMatchObject([{ serialNumber: 'U1', callId: 'call-1', keep: true }]);
  expect(screen.getByText('Photo saved under Photos and recordings.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Record' }).getAttribute('aria-disabled')).toBeNull();
});

it('an ended call leads to what was kept from it', async () => {
  const { send, toldTo } = await showCall(endedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  await act(settle);
  expect(screen.getByText('Photo taken')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Photo from/ }));
  expect(toldTo('navigation').at(-1)).toEqual({ type: 'navigation.go', to: '/video/photos?item=media-1' });
});

it('Stop carries the mark Esc while Escape is Stop', async () => {
  const { press, toldTo } = await showCall(sampleCall());
  expect(screen.getByRole('button', { name: /^Stop/ }).textContent).toContain('Esc');
  press({ type: 'escape.reaches', reaches: false });
  expect(screen.getByRole('button', { name: /^Stop/ }).textContent).not.toContain('Esc');
  press({ type: 'escape.pressed', at: 5 });
  expect(toldTo('pendingStops')).toEqual([{ type: 'stop.ask', serialNumber: 'U1', at: 5 }]);
});

it('on a phone: picture, controls, phrases, End and Stop in the window, without the mark Esc', async () => {
  const { send, cloud, media, toldTo } = await showCall(connectedCall(), null, { width: 390 });
  await send({ type: 'calls.start', serialNumber: 'U1' });
  media({ type: 'media.flowing', at: SAMPLE_AT });
  for (const name of ['Mute', 'Camera off', 'Speaker off', 'Photo', 'Record', 'End the call'])
    expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Stop/ }).textContent).not.toContain('Esc');
  fireEvent.click(screen.getByRole('button', { name: 'Say "A colleague is on the way."' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show Please wait' }));
  await act(settle);
  expect(cloud.acts.map(({ text, picture }) => text || picture)).toEqual(['A colleague is on the way.', 'wait']);
  fireEvent.click(screen.getByRole('button', { name: 'Robot' }));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(toldTo('navigation').slice(-2)).toEqual([
    { type: 'navigation.go', to: '/home/robot-data?serialNumber=U1' },
    { type: 'navigation.go', to: '/home' },
  ]);
  await send({ type: 'calls.hangUp' });
  expect(screen.getByRole('heading', { name: 'What happened' })).toBeTruthy();
});

it('says who talks with the robot, and lets one watch: seen, heard after a press, not heard there', async () => {
  const open = connectedCall({ operator: { id: 'chen', name: 'Chen Yu' } });
  const { preview } = await showCall(sampleCall(), null, { open });
  expect(screen.getByRole('heading', { name: 'Chen Yu is in a call with Lobby host' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Watch call' }));
  preview({ type: 'media.flowing', at: SAMPLE_AT + 4_000 });
  expect(screen.getByText('Chen Yu is talking. You can see, but nobody hears you')).toBeTruthy();
  expect(screen.getByRole('img', { name: '3 watching, 1 listening' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Speaker on' }));
  expect(screen.getByText('Chen Yu is talking. You can see and hear, but nobody hears you')).toBeTruthy();
  preview({ type: 'media.frozen' });
  expect(screen.getByRole('heading', { name: /Picture is 6/ })).toBeTruthy();
  preview({ type: 'media.refused', reason: 'notAllowed' });
  expect(screen.getByRole('heading', { name: "This call can't be watched" })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mute' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Stop watching' }));
  expect(screen.getByRole('button', { name: 'Watch call' })).toBeTruthy();
});
it('says and shows what the site keeps, before what is built in', async () => {
  const own = { phrases: ['Breakfast is until ten'], pictures: [{ fileId: 'file-1', name: 'Way to the lift' }] };
  const { send, cloud } = await showCall(connectedCall(), null, { content: own });
  await send({ type: 'calls.start', serialNumber: 'U1' });
  fireEvent.keyDown(document.body, { key: '1' });
  await act(settle);
  fireEvent.click(screen.getByRole('button', { name: 'Show Way to the lift' }));
  await act(settle);
  expect(cloud.acts).toEqual([
    { callId: 'call-1', text: 'Breakfast is until ten', picture: null },
    { callId: 'call-1', text: '', picture: '', imageId: 'file-1' },
  ]);
  expect(screen.queryByRole('button', { name: 'Edit phrases and pictures' })).toBeNull();
  cloud.own = connectedCall({
    screen: {
      shows: 'picture',
      picture: '',
      imageId: 'file-1',
      saying: '',
      actId: 'act-1',
      frames: 9,
      since: SAMPLE_AT,
    },
  });
  await send({ type: 'calls.changed', callId: 'call-1', at: SAMPLE_AT, answeredBy: null });
  expect(screen.getByRole('button', { name: 'Show Way to the lift' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getAllByText('Way to the lift')).toHaveLength(1);
});
it.each([1440, 390])('says that the robot could not load a picture of the site, at %i px', async (width) => {
  const pictures = [{ fileId: 'file-1', name: 'Way to the lift' }];
  const { send, cloud } = await showCall(connectedCall(), null, { content: { pictures }, width });
  await send({ type: 'calls.start', serialNumber: 'U1' });
  fireEvent.click(screen.getByRole('button', { name: 'Show Way to the lift' }));
  await act(settle);
  expect(screen.queryByText("The robot couldn't load the picture")).toBeNull();
  const report = { picture: '' as const, imageId: '', saying: '', actId: 'act-1', frames: 9, since: SAMPLE_AT };
  cloud.own = connectedCall({ screen: { shows: 'operator', ...report } });
  await send({ type: 'calls.changed', callId: 'call-1', at: SAMPLE_AT, answeredBy: null });
  expect(screen.getByText("The robot couldn't load the picture")).toBeTruthy();
});
it('a robot whose software shows no pictures of the site is not asked to', async () => {
  const pictures = [{ fileId: 'file-1', name: 'Way to the lift' }];
  const { send, cloud } = await showCall(connectedCall(), null, { content: { pictures, showsPictures: false } });
  await send({ type: 'calls.start', serialNumber: 'U1' });
  const button = screen.getByRole('button', { name: 'Show Way to the lift' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  await act(settle);
  expect(cloud.acts).toEqual([]);
});
it('those who may change them add, order, delete and undo; a picture has the name of its file', async () => {
  const { cloud } = await showCall(sampleCall(), null, { content: { phrases: ['One', 'Two'], canChange: true } });
  const press = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }));
    await act(settle);
  };
  await press('Edit phrases and pictures');
  fireEvent.change(screen.getByRole('textbox', { name: 'New phrase' }), { target: { value: ' Three ' } });
  await press('Add');
  await press('Move "Three" up');
  await press('Delete "One"');
  await press('Undo');
  const file = new File(['x'], 'Way to the lift.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Add picture'), { target: { files: [file] } });
  await act(settle);
  expect(cloud.saves.map(({ phrases, version }) => [version, ...phrases])).toEqual([
    [3, 'One', 'Two', 'Three'],
    [4, 'One', 'Three', 'Two'],
    [5, 'Three', 'Two'],
    [6, 'One', 'Three', 'Two'],
    [7, 'One', 'Three', 'Two'],
  ]);
  expect(cloud.content.pictures).toEqual([{ fileId: 'file-2', name: 'Way to the lift' }]);
  await press('Done');
  expect(screen.getByRole('button', { name: 'Show Way to the lift' })).toBeTruthy();
});
it('says that the phrases of the site could not be loaded, offers the built-in ones, and tries again', async () => {
  const { cloud } = await showCall(sampleCall(), null, { content: { phrases: ['One'] }, contentAway: true });
  expect(screen.getByRole('alert').textContent).toMatch(/Couldn't load your site's phrases/);
  expect(screen.getByRole('button', { name: 'Say "A colleague is on the way."' })).toBeTruthy();
  cloud.contentAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(settle);
  expect(screen.getByRole('button', { name: 'Say "One"' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
