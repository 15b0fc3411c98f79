/**
 * Behaviour is in machines, because a recording holds the snapshots and events of machines, and nothing of React. A
 * component keeps state only for what a replay can do without; each file that does is listed here with what it keeps.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const POINTER = 'what the pointer hovers over or drags; the result is an event';
const FOCUS = 'which part has the focus';
const TYPED = 'text of a field that is not a valid value yet';
const MEASURED = 'measured sizes or scroll positions';
const LOADED = 'code or results of a worker that load on first use';
const CLOCK = 'the time that is shown';
const ELEMENT = 'an element of the page, or what draws on it';
const SPOKEN = 'the last move, for screen readers';

const KEPT: Readonly<Record<string, string>> = {
  'alarms/BoxedPicture.tsx': MEASURED,
  'canvas/MapCanvas.tsx': ELEMENT,
  'canvas/RouteCanvas.tsx': POINTER,
  'chart/ChartView.tsx': FOCUS,
  'chart/useChartLayout.ts': LOADED,
  'chart/useChartView.ts': `${MEASURED}, and the section of a chart that is visible`,
  'companion/CompanionContext.ts': CLOCK,
  'deliveries/PlaceField.tsx': 'the open list of a combobox, like that of a select; the choice is an event',
  'disinfection/PlanPlaces.tsx': TYPED,
  'disinfection/VisitOrder.tsx': `${POINTER}; ${SPOKEN}`,
  'hooks/usePullToRefresh.ts': POINTER,
  'kit/Joystick.tsx': POINTER,
  'kit/RovingFocusGroup.tsx': FOCUS,
  'kit/StopReach.tsx': ELEMENT,
  'kit/Table.tsx': MEASURED,
  'kit/later/ToggleMatrix.tsx': FOCUS,
  'kit/useLoaded.ts': LOADED,
  'kit/useFocusFault.ts': 'counts submits, each of which moves the focus to the first fault',
  'kit/useScrolls.ts': MEASURED,
  'kit/useTooltip.ts': POINTER,
  'lists/Drawer.tsx': ELEMENT,
  'pages/contacts/HoursGrid.tsx': FOCUS,
  'pages/cruiseRoutes/StopList.tsx': SPOKEN,
  'pages/floorDrawing/DrawBoard.tsx': ELEMENT,
  'pages/home/useSteadyOrder.ts': 'whether the pointer or the focus is on the list',
  'pages/inspector/CopyTestDialog.tsx': LOADED,
  'pages/inspector/DropPlace.tsx': POINTER,
  'pages/inspector/ForkSend.tsx': LOADED,
  'pages/inspector/Sequence.tsx': MEASURED,
  'pages/inspector/StagePane.tsx': MEASURED,
  'pages/inspector/useCharts.ts': LOADED,
  'pages/mapEditor/BayFields.tsx': TYPED,
  'pages/mapEditor/MapBoard.tsx': ELEMENT,
  'pages/photos/PhotoGrid.tsx': MEASURED,
  'pages/robotSettings/SectionList.tsx': MEASURED,
  'pages/robotSettings/SettingNumber.tsx': TYPED,
  'pages/sites/SiteList.tsx': CLOCK,
  'shell/ConnectionLostBanner.tsx': CLOCK,
  'shell/CopyField.tsx': 'whether the clipboard took the text; nothing follows from it',
  'shell/LongList.tsx': MEASURED,
  'shell/LongListWindow.ts': MEASURED,
  'shell/SiteClock.tsx': CLOCK,
  'shell/ViewTabs.tsx': `${POINTER}; ${SPOKEN}`,
  'verification/countries.ts': LOADED,
};
const STATE = /\buse(?:State|Reducer|ImperativeHandle|Optimistic|ActionState)\b[<(]/u;

/** @returns the files that keep state without being listed, and the listed ones that keep none */
const wrongIn = (sources: Readonly<Record<string, string>>): string[] => {
  const keeping = Object.keys(sources).filter((file) => STATE.test(sources[file] ?? ''));
  return [...keeping.filter((file) => !(file in KEPT)), ...Object.keys(KEPT).filter((file) => !keeping.includes(file))];
};
const sources = Object.fromEntries(
  readdirSync('src/ui', { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/u.test(file))
    .map((file) => [file, readFileSync(`src/ui/${file}`, 'utf8')]),
);

it('components keep no state that a replay would miss', () => {
  expect(wrongIn(sources)).toEqual([]);
});

it('finds a component that keeps state, and an entry that is not needed any more', () => {
  expect(wrongIn({ ...sources, 'pages/new/NewPage.tsx': 'const [open, setOpen] = useState(false);' })).toEqual([
    'pages/new/NewPage.tsx',
  ]);
  expect(wrongIn({ ...sources, 'pages/new/NewPage.tsx': 'useReducer<State, [Event]>(reduce, first)' })).toEqual([
    'pages/new/NewPage.tsx',
  ]);
  expect(wrongIn({ ...sources, 'lists/Drawer.tsx': '' })).toEqual(['lists/Drawer.tsx']);
});

it('only components and their hooks use the state of React', () => {
  const others = ['src/app', 'src/services', 'src/machines'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/u.test(file) && STATE.test(readFileSync(`${folder}/${file}`, 'utf8')))
      .map((file) => `${folder}/${file}`),
  );
  expect(others).toEqual([]);
});
