/** The page of a call in jsdom, on bad days: what is lost and for how long, a full camera, a robot without sound; its keys. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { connectedCall, endedCall, SAMPLE_AT } from '../../../fakes/callSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { showCall } from './showCall.tsx';

const changed = { type: 'calls.changed', callId: 'call-1', at: SAMPLE_AT, answeredBy: null };

it.each([
  ['robot', 'Lobby host lost its connection.'],
  ['operator', 'You lost the connection to the server.'],
  ['media', 'Picture and sound were interrupted.'],
] as const)(
  'says that the side "%s" is lost, how long the call is kept, and what the screen showed',
  async (loss, text) => {
    const showed = { picture: 'plan', imageId: '', saying: '', actId: '', frames: 9, since: SAMPLE_AT } as const;
    const own = connectedCall({ screen: { shows: 'picture', ...showed } });
    const { send, media, cloud } = await showCall(own);
    await send({ type: 'calls.start', serialNumber: 'U1' });
    media({ type: 'media.flowing', at: SAMPLE_AT });
    expect(screen.getByText(/^Since [\d:]+$/)).toBeTruthy();
    media({ type: 'media.frozen' });
    // Before the server knows of it.
    expect(screen.getByText(/^Picture and sound were interrupted\. The call is kept for 60 s/)).toBeTruthy();
    cloud.own = { ...own, state: 'reconnecting', loss, lostAt: SAMPLE_AT + 2_000 };
    await send(changed);
    expect(screen.getByText(new RegExp(`^${text} The call is kept for another 52 s`))).toBeTruthy();
    expect(screen.getByText(/^Since [\d:]+, not known now$/)).toBeTruthy();
  },
);

it('without the server says that this side is lost, whatever was known last', async () => {
  const { send, media, cloud } = await showCall(connectedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  media({ type: 'media.flowing', at: SAMPLE_AT });
  media({ type: 'media.frozen' });
  cloud.isAway = true;
  await send(changed);
  expect(screen.getByText(/^You lost the connection to the server\. The call is kept for 60 s/)).toBeTruthy();
});

it('ends by itself when the server stays away: devices are closed, and the record comes with the server', async () => {
  const { send, media, cloud } = await showCall(connectedCall(), null, { isQuick: true });
  await send({ type: 'calls.start', serialNumber: 'U1' });
  media({ type: 'media.flowing', at: SAMPLE_AT });
  expect([...cloud.devices].sort()).toEqual(['camera', 'microphone']);
  cloud.isAway = true;
  const title = 'The call with Lobby host ended because the connection was lost';
  await waitFor(() => expect(screen.getByRole('heading', { name: title })).toBeTruthy());
  expect(cloud.devices).toEqual([]);
  expect(screen.queryByText(/^In a call/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Mute' })).toBeNull();
  expect(screen.getByText('Connection lost')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Stop/ })).toBeTruthy();
  cloud.own = endedCall({ end: 'linkLost', endedBy: 'system' });
  cloud.isAway = false;
  await waitFor(() => expect(screen.getByText('Said "Good afternoon"')).toBeTruthy());
});

it('says that the camera of a robot has too many viewers, and tries on', async () => {
  const { send, media } = await showCall(connectedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  media({ type: 'media.refused', reason: 'tooManyViewers' });
  expect(screen.getByRole('heading', { name: 'The camera of Lobby host is full' })).toBeTruthy();
  expect(screen.getByText(/^The robot can't accept more viewers now\. Trying again\./)).toBeTruthy();
  expect(screen.queryByText('No picture yet')).toBeNull();
});

it('says of a robot without sound that it hears nobody', async () => {
  const { send, media } = await showCall(connectedCall(), null, { hasAudio: false });
  await send({ type: 'calls.start', serialNumber: 'U1' });
  media({ type: 'media.flowing', at: SAMPLE_AT });
  expect(screen.getByText("Lobby host sees you. It can't hear you: it has no sound")).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Camera off' }));
  expect(screen.getByText("Lobby host has no sound: it can't hear you")).toBeTruthy();
});

it('has keys for its controls, except while typing and under a dialog', async () => {
  const { send, media, cloud } = await showCall(connectedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  media({ type: 'media.flowing', at: SAMPLE_AT });
  const press = async (key: string, target: Element = document.body, more = {}) => {
    fireEvent.keyDown(target, { key, ...more });
    await act(settle);
  };
  expect(screen.getByRole('button', { name: 'Mute' }).title).toBe('Mute (M)');
  await press('m', screen.getByRole('textbox', { name: 'Type what the robot should say' }));
  await press('m', document.body, { ctrlKey: true });
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  await press('m');
  dialog.remove();
  expect(screen.getByRole('button', { name: 'Mute' })).toBeTruthy();
  for (const key of ['m', 'V', 's', 'p']) await press(key);
  for (const name of ['Unmute', 'Camera on', 'Speaker on']) expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(cloud.photos).toHaveLength(1);
  media({ type: 'media.frozen' });
  await press('p');
  expect(cloud.photos).toHaveLength(1);
  await press('m');
  expect(screen.getByRole('button', { name: 'Mute' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Record' }).getAttribute('aria-keyshortcuts')).toBe('R');
});
