/** Actions of the video wall: each changes what is shown, and starts, sets and stops the tiles for it. */
import { assertEvent } from 'xstate';
import {
  type Arrangement,
  arrangementOf,
  changeTile,
  clear,
  EMPTY_WALL,
  freeSlot,
  isSameWall,
  place,
  shownTiles,
  slotBeside,
  slotOf,
  swap,
  tileAt,
} from './arrangement.ts';
import {
  endedBy,
  nextLimited,
  nextReturning,
  PAST_KEPT,
  runningTiles,
  settingsAway,
  settingsOf,
  tileId,
  UNLIMITED,
  videoWall,
  type VideoWallContext,
} from './videoWall.setup.ts';

const isPickedLive = (context: VideoWallContext): boolean => {
  const tile = tileAt(context.wall, context.picked);
  return tile !== undefined && settingsOf(context, tile).isLive;
};
type Enqueue = Parameters<Parameters<typeof videoWall.enqueueActions>[0]>[0]['enqueue'];

/** Applies a change, and gives every tile that is shown its robot and settings. */
function apply(context: VideoWallContext, asked: Partial<VideoWallContext>, enqueue: Enqueue): void {
  const { isPhone, picked, wall } = { ...context, ...asked };
  // A phone shows its first tile until another one is swiped to.
  const change = isPhone && picked === 0 ? { ...asked, picked: shownTiles(wall)[0]?.slot ?? 0 } : asked;
  const next = { ...context, ...change };
  const shown = runningTiles(next);
  const here = shown.map(({ serialNumber }) => serialNumber);
  const away = context.running.filter((robot) => next.saving.includes(robot) && !here.includes(robot));
  const wanted = [...here, ...away];
  for (const serialNumber of context.running)
    if (!wanted.includes(serialNumber)) enqueue.stopChild(tileId(serialNumber));
  for (const robot of away)
    enqueue.sendTo(tileId(robot) as never, { type: 'tile.set', settings: settingsAway(next, robot) } as never);
  for (const tile of shown) {
    const settings = settingsOf(next, tile);
    if (context.running.includes(tile.serialNumber))
      // `setup` knows no ids that are made at run time.
      enqueue.sendTo(tileId(tile.serialNumber) as never, { type: 'tile.set', settings } as never);
    else
      enqueue.spawnChild('videoTile', {
        id: tileId(tile.serialNumber),
        input: { ...settings, serialNumber: tile.serialNumber, userId: context.userId },
      });
  }
  const isWanted = (serialNumber: string): boolean => wanted.includes(serialNumber);
  const ofWanted = <Value>(all: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(all).filter(([serialNumber]) => isWanted(serialNumber)));
  enqueue.assign({
    ...change,
    running: wanted,
    rates: ofWanted(next.rates),
    pictures: ofWanted(next.pictures),
    limited: next.limited.filter(isWanted),
    limitedRates: ofWanted(next.limitedRates),
    hasSound: next.hasSound && isPickedLive(next),
    recording: next.recording.filter(isWanted),
    saving: next.saving.filter(isWanted),
  });
}

/** Applies a change of the wall, and keeps it for the next visit. */
function carryOut(context: VideoWallContext, change: Partial<VideoWallContext>, enqueue: Enqueue): void {
  apply(context, change, enqueue);
  const { wall = context.wall, layoutId = context.layoutId } = change;
  if (!isSameWall(wall, context.wall) && !context.isSingle)
    enqueue({ type: 'keepWall', params: { userId: context.userId, kept: { layoutId, wall } } });
}
/** Carries it out, or holds it back until somebody agrees that it ends recordings. @param stilled tiles that become still pictures */
function ask(
  context: VideoWallContext,
  change: Partial<VideoWallContext>,
  enqueue: Enqueue,
  stilled: readonly string[] = [],
): void {
  const robots = context.recording.filter(
    (robot) => stilled.includes(robot) || endedBy(context, change).includes(robot),
  );
  if (robots.length > 0) enqueue.assign({ held: { change, robots } });
  else carryOut(context, change, enqueue);
}
export const carryOutHeld = videoWall.enqueueActions(({ context, enqueue }) => {
  const { held } = context;
  if (!held) return;
  const ending = context.recording.filter((serialNumber) => held.robots.includes(serialNumber));
  const recording = context.recording.filter((serialNumber) => !ending.includes(serialNumber));
  // Before their cameras are closed; a tile that stays live would not end its recording by itself.
  for (const robot of ending) enqueue.sendTo(tileId(robot) as never, { type: 'tile.endRecording' } as never);
  carryOut(context, { ...held.change, recording, saving: [...context.saving, ...ending], held: null }, enqueue);
});

/** Another arrangement, which can be undone. Limits of the bit rate are found out again. */
function rearrange(
  context: VideoWallContext,
  wall: Arrangement,
  enqueue: Enqueue,
  change: Partial<VideoWallContext> = {},
  stilled: readonly string[] = [],
): void {
  const past = isSameWall(wall, context.wall) ? context.past : [...context.past, context.wall].slice(-PAST_KEPT);
  ask(context, { wall, past, ...UNLIMITED, ...change }, enqueue, stilled);
}

const startingWith = (serialNumber: string, grid: Arrangement['grid']): Arrangement =>
  serialNumber === '' ? { ...EMPTY_WALL, grid } : place({ ...EMPTY_WALL, grid }, 1, serialNumber);

const filledWith = (cameras: readonly string[], current: string): Arrangement =>
  [...cameras]
    .sort((one, other) => Number(other === current) - Number(one === current))
    .slice(0, EMPTY_WALL.grid)
    .reduce((wall, serialNumber, index) => place(wall, index + 1, serialNumber), EMPTY_WALL);

/** What the tab was left with, else the first layout, else robots that have a camera, the current one first. */
export const openFirst = videoWall.enqueueActions(({ context, enqueue }) => {
  const { layouts, kept, cameras, placing } = context;
  const own = layouts.find(({ isOwn }) => isOwn);
  const wall = kept?.wall ?? (own ? arrangementOf(own) : filledWith(cameras, placing));
  const layoutId = kept ? kept.layoutId : (own?.id ?? '');
  apply(context, { layoutId, wall, past: [], placing: '', kept: null, cameras: [] }, enqueue);
});
export const openSingle = videoWall.enqueueActions(({ context, enqueue }) => {
  const { placing } = context;
  apply(
    context,
    {
      wall: startingWith(placing, 1),
      past: [],
      placing: '',
      picked: placing === '' ? 0 : 1,
      isLarge: placing !== '',
    },
    enqueue,
  );
});
export const chooseGrid = videoWall.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'grid.choose');
  const { grid } = event;
  const change = context.picked > grid ? { picked: 0, isLarge: false } : {};
  rearrange(context, { ...context.wall, grid }, enqueue, change);
});
export const chooseQuality = videoWall.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'quality.choose');
  rearrange(context, { ...context.wall, quality: event.quality }, enqueue);
});
export const chooseStills = videoWall.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'stills.choose');
  rearrange(context, { ...context.wall, stillSeconds: event.seconds }, enqueue);
});
export const changeOneTile = videoWall.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, ['tile.quality', 'tile.live']);
  const change = event.type === 'tile.quality' ? { quality: event.quality } : { live: event.live };
  const wall = changeTile(context.wall, event.slot, change);
  const tile = tileAt(wall, event.slot);
  // A large one, and every one of a few, is live without having been chosen.
  const isStilled =
    event.type === 'tile.live' &&
    !event.live &&
    tile &&
    !settingsOf({ ...context, wall, limited: [], recording: [] }, tile).isLive;
  rearrange(context, wall, enqueue, {}, isStilled ? [tile.serialNumber] : []);
});
export const clearTile = videoWall.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'tile.clear');
  const isPicked = context.picked === event.slot;
  rearrange(context, clear(context.wall, event.slot), enqueue, isPicked ? { isLarge: false } : {});
});

/** Picks a place, or puts the robot there that waits for one. */
function pickOrPlace(context: VideoWallContext, slot: number, enqueue: Enqueue): void {
  if (slot < 1 || slot > context.wall.grid) return;
  if (context.placing !== '')
    return rearrange(context, place(context.wall, slot, context.placing), enqueue, { placing: '', picked: slot });
  const isLarge = context.isLarge && tileAt(context.wall, slot) !== undefined;
  apply(context, { picked: slot, isLarge, hasSound: context.hasSound && context.picked === slot }, enqueue);
}
export const pick = videoWall.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, ['tile.pick', 'digit.press']);
  pickOrPlace(context, event.type === 'tile.pick' ? event.slot : event.digit, enqueue);
});
export const step = videoWall.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'tile.step');
  const { wall, picked } = context;
  if (picked === 0) return apply(context, { picked: 1 }, enqueue);
  const slot = slotBeside(wall.grid, picked, event.step);
  if (slot === picked) return undefined;
  if (!event.swaps) return apply(context, { picked: slot, hasSound: false, isLarge: false }, enqueue);
  return rearrange(context, swap(wall, picked, slot), enqueue, { picked: slot });
});
export const placeRobot = videoWall.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'tile.place');
  const { slot, serialNumber } = event;
  rearrange(context, place(context.wall, slot, serialNumber), enqueue, { placing: '', draggedOver: 0, picked: slot });
});
/** Of an alarm: into the first empty place, or into the one that is chosen next. The page of one robot has one place. */
export const offerPlace = videoWall.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, ['robot.place', 'page.robotChanged']);
  const { serialNumber } = event;
  const slot = slotOf(context.wall, serialNumber);
  if (serialNumber === '' || slot > 0)
    return apply(context, { placing: '', ...(slot > 0 && { picked: slot, hasSound: false }) }, enqueue);
  const isFree = context.isSingle || (context.wall.grid === 1 && context.recording.length === 0);
  const free = isFree ? 1 : event.type === 'robot.place' ? freeSlot(context.wall) : 0;
  if (free > 0) return rearrange(context, place(context.wall, free, serialNumber), enqueue, { picked: free });
  return enqueue.assign({ placing: serialNumber });
});
export const undo = videoWall.enqueueActions(({ context, enqueue }) => {
  const wall = context.past.at(-1);
  if (!wall) return;
  ask(context, { wall, past: context.past.slice(0, -1), ...UNLIMITED, isLarge: false }, enqueue);
});

export const toggleLarge = videoWall.enqueueActions(({ context, enqueue }) => {
  if (tileAt(context.wall, context.picked)) apply(context, { isLarge: !context.isLarge }, enqueue);
});
/** Leaves what is open, one after the other. */
export const leave = videoWall.enqueueActions(({ context, enqueue }) => {
  if (context.placing !== '') return enqueue.assign({ placing: '' });
  if (context.draggedOver > 0) return enqueue.assign({ draggedOver: 0 });
  if (context.isFilled) return enqueue.assign({ isFilled: false });
  if (context.isLarge && !context.isSingle) return apply(context, { isLarge: false }, enqueue);
  return undefined;
});
/** A still picture has no sound. */
export const toggleSound = videoWall.assign(({ context }) => ({
  hasSound: !context.hasSound && isPickedLive(context),
}));
export const assignPhone = videoWall.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'phone.changed');
  const picked = event.isPhone && !tileAt(context.wall, context.picked) ? 0 : context.picked;
  apply(context, { isPhone: event.isPhone, picked, ...UNLIMITED }, enqueue);
});

export const assignRate = videoWall.assign(({ context: { rates, running }, event }) => {
  assertEvent(event, 'tile.rate');
  return running.includes(event.serialNumber) ? { rates: { ...rates, [event.serialNumber]: event.kilobits } } : {};
});
export const assignPicture = videoWall.assign(({ context: { pictures, running }, event }) => {
  assertEvent(event, 'tile.shown');
  return running.includes(event.serialNumber) ? { pictures: { ...pictures, [event.serialNumber]: event.picture } } : {};
});
/** A tile that was live only for its recording becomes a still picture at its end, or stops once it is saved. */
export const assignRecording = videoWall.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'tile.recording');
  const { serialNumber, isOn, isSaving } = event;
  const isRunning = context.running.includes(serialNumber);
  const changed = (robots: readonly string[], isIn: boolean): readonly string[] => {
    const others = robots.filter((robot) => robot !== serialNumber);
    return isIn && isRunning ? [...others, serialNumber] : others;
  };
  apply(context, { recording: changed(context.recording, isOn), saving: changed(context.saving, isSaving) }, enqueue);
});
export const limitOne = videoWall.enqueueActions(({ context, enqueue }) => {
  const serialNumber = nextLimited(context);
  if (serialNumber === undefined) return;
  const { rates, limited, limitedRates, relapses } = context;
  apply(
    context,
    {
      limited: [...limited, serialNumber],
      rates: { ...rates, [serialNumber]: 0 },
      limitedRates: { ...limitedRates, [serialNumber]: rates[serialNumber] ?? 0 },
      relapses: relapses + Number(serialNumber in limitedRates),
    },
    enqueue,
  );
});
/** A limited tile becomes live again, once there is room for it. */
export const returnOne = videoWall.enqueueActions(({ context, enqueue }) => {
  const serialNumber = nextReturning(context);
  if (serialNumber !== undefined)
    apply(context, { limited: context.limited.filter((robot) => robot !== serialNumber) }, enqueue);
});

export const openLayout = videoWall.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, ['layout.open', 'layout.empty']);
  const found = event.type === 'layout.open' ? context.layouts.find(({ id }) => id === event.layoutId) : undefined;
  if (event.type === 'layout.open' && !found) return;
  const wall = found ? arrangementOf(found) : { ...EMPTY_WALL, grid: context.wall.grid };
  rearrange(context, wall, enqueue, { layoutId: found?.id ?? '', picked: 0, isLarge: false, placing: '' });
});
