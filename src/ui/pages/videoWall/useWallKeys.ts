/** The keys of the video wall. They work wherever the focus is, except in text fields and under dialogs. */
import { useEffect } from 'react';
import type { Step } from '../../../machines/videoWall/arrangement.ts';
import { tileAt } from '../../../machines/videoWall/arrangement.ts';
import {
  selectTileActions,
  selectTileLook,
  selectTileRecording,
  type VideoTileRef,
} from '../../../machines/videoWall/videoTile.selectors.ts';
import { selectTileRef, type VideoWallRef } from '../../../machines/videoWall/videoWall.selectors.ts';
import type { VideoRecordingRef } from '../../../machines/videoRecording/videoRecording.selectors.ts';
import type { RobotActionsRef } from '../../../machines/robotActions/robotActions.selectors.ts';
import { useLive } from '../../hooks/useLive.ts';
import { isTextEntry } from '../../kit/isTextEntry.ts';

const STEPS: Readonly<Record<string, Step>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
/** Elements that use the key themselves: Enter presses a button, arrows move in a group of choices or a slider. */
const ENTER = 'a, button:not([aria-pressed]), summary, select';
const ARROWS = 'select, [role=slider], [role=radiogroup], [role=radio], [role=menu], [role=listbox]';

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** @param current the robot chosen in the robot panel */
export function useWallKeys(screen: VideoWallRef, current: string, nameOf: (serialNumber: string) => string): void {
  const clock = useLive();
  useEffect(() => {
    const takePhoto = (tile: VideoTileRef | undefined, serialNumber: string): void => {
      const actions = tile && (selectTileActions(tile.getSnapshot()) as RobotActionsRef | undefined);
      // A robot that cannot take photos is told nothing; its button says why.
      if (!tile?.getSnapshot().context.facts?.abilities.actions.includes('takePhoto')) return;
      actions?.send({
        type: 'action.ask',
        serialNumber,
        robotName: nameOf(serialNumber),
        request: { kind: 'takePhoto' },
        at: clock.now(),
      });
    };
    /** As its button: only a live picture is recorded, and only by those who may operate the robot. */
    const toggleRecording = (tile: VideoTileRef | undefined): void => {
      const recording = tile && (selectTileRecording(tile.getSnapshot()) as VideoRecordingRef | undefined);
      if (!tile || !recording) return;
      const isRunning = recording.getSnapshot().hasTag('busy');
      const mayStart =
        selectTileLook(tile.getSnapshot()) === 'live' &&
        tile.getSnapshot().context.facts?.rights.includes('operate') === true;
      if (isRunning || mayStart) recording.send({ type: isRunning ? 'recording.stop' : 'recording.start' });
    };
    /** As its button: a still picture has no sound, nor has a robot without a microphone. */
    const hasSound = (tile: VideoTileRef | undefined): boolean => {
      const context = tile?.getSnapshot().context;
      return context?.isLive === true && context.facts?.abilities.audio !== false;
    };
    /** @returns whether the key was used */
    const press = ({ key, shiftKey, target }: KeyboardEvent): boolean => {
      const { wall, picked, limited } = screen.getSnapshot().context;
      const tile = tileAt(wall, picked);
      const step = STEPS[key];
      if (step) {
        if (isIn(target, ARROWS)) return false;
        screen.send({ type: 'tile.step', step, swaps: shiftKey });
        return true;
      }
      if (/^[1-9]$/u.test(key)) {
        screen.send({ type: 'digit.press', digit: Number(key) });
        return true;
      }
      switch (key) {
        case 'Enter':
          if (isIn(target, ENTER) || picked === 0) return false;
          if (tile) screen.send({ type: 'large.toggle' });
          else if (current) screen.send({ type: 'tile.place', slot: picked, serialNumber: current });
          return true;
        case 'Escape':
          screen.send({ type: 'escape.press' });
          return true;
        case 'Delete':
        case 'Backspace':
          if (tile) screen.send({ type: 'tile.clear', slot: picked });
          return tile !== undefined;
        case '?':
          screen.send({ type: 'help.open' });
          return true;
        case 'f':
          screen.send({ type: 'fill.toggle' });
          return true;
        case 's':
          if (tile && hasSound(selectTileRef(tile.serialNumber)(screen.getSnapshot())))
            screen.send({ type: 'sound.toggle' });
          return true;
        case 'l':
          if (tile)
            screen.send({ type: 'tile.live', slot: picked, live: limited.includes(tile.serialNumber) || !tile.live });
          return true;
        case 'p':
          if (tile) takePhoto(selectTileRef(tile.serialNumber)(screen.getSnapshot()), tile.serialNumber);
          return true;
        case 'r':
          if (tile) toggleRecording(selectTileRef(tile.serialNumber)(screen.getSnapshot()));
          return true;
        default:
          return false;
      }
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.altKey || event.metaKey) return;
      if (event.target instanceof Element && isTextEntry(event.target)) return;
      if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return;
      if (event.ctrlKey) {
        if (event.key.toLowerCase() !== 'z' || event.shiftKey) return;
        event.preventDefault();
        return screen.send({ type: 'undo.press' });
      }
      if (!event.repeat && press(event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [screen, current, nameOf, clock]);
}
