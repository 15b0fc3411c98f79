/** Layout of the home page as in the mock-up, built from the kit's components. */
import { useRef, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import Bell from 'lucide-react/icons/bell';
import ChevronDown from 'lucide-react/icons/chevron-down';
import House from 'lucide-react/icons/house';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Moon from 'lucide-react/icons/moon';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import Share from 'lucide-react/icons/share-2';
import Siren from 'lucide-react/icons/siren';
import TableIcon from 'lucide-react/icons/table-2';
import { ROBOT_STATUSES, STATUS_ORDER } from '../../../contract/entities/robotConstants.ts';
import { MapCanvas } from '../../../src/ui/canvas/MapCanvas.tsx';
import type { MapHandle } from '../../../src/ui/canvas/MapCanvas.tsx';
import { MapFloors, MapLayerChips, MapZoom } from '../../../src/ui/canvas/MapTools.tsx';
import type { MapLayers } from '../../../src/ui/canvas/scene.ts';
import { Age } from '../../../src/ui/kit/Age.tsx';
import { Avatar } from '../../../src/ui/kit/Avatar.tsx';
import { Banner } from '../../../src/ui/kit/Banner.tsx';
import { Battery } from '../../../src/ui/kit/Battery.tsx';
import { Button } from '../../../src/ui/kit/Button.tsx';
import { Card } from '../../../src/ui/kit/Card.tsx';
import { Chip } from '../../../src/ui/kit/Chip.tsx';
import { FleetLegend, FleetTrain } from '../../../src/ui/kit/FleetTrain.tsx';
import { Icon } from '../../../src/ui/kit/Icon.tsx';
import { IconButton } from '../../../src/ui/kit/IconButton.tsx';
import { KeyFigure } from '../../../src/ui/kit/KeyFigure.tsx';
import { LinkLine } from '../../../src/ui/kit/LinkLine.tsx';
import { Logo } from '../../../src/ui/kit/Logo.tsx';
import { RobotArt } from '../../../src/ui/kit/RobotArt.tsx';
import { RobotCard } from '../../../src/ui/kit/RobotCard.tsx';
import { SegmentedControl } from '../../../src/ui/kit/SegmentedControl.tsx';
import { StatusPill } from '../../../src/ui/kit/StatusPill.tsx';
import { Table } from '../../../src/ui/kit/Table.tsx';
import { TextInput } from '../../../src/ui/kit/TextInput.tsx';
import { VisitedTabs } from '../../../src/ui/kit/VisitedTabs.tsx';
import { describe, metres, plan, points, robots, STATUS_WORD, stillScene } from './samples.ts';

const nothing = (): void => undefined;
const Anchor = (props: ComponentProps<'a'>) => <a {...props} />;
const scene = stillScene(robots);

/** Sidebar and top bar around a page. */
export function Frame({ current, children }: { readonly current: string; readonly children: ReactNode }) {
  return (
    <div className="app">
      <aside className="side">
        <div className="brand">
          <Logo />
          <span>Roundhouse</span>
        </div>
        <nav>
          <a className="side-item" aria-current="page">
            <Icon of={House} size={18} />
            <span>Home</span>
          </a>
          <hr />
          <a className="side-item">
            <Icon of={Siren} size={18} />
            <span>Alarms</span>
            <b className="count">2</b>
          </a>
          <a className="side-item">
            <Icon of={Settings} size={18} />
            <span>Robot settings</span>
            <Icon of={ChevronDown} size={14} className="side-fold" />
          </a>
          <div className="side-sub">
            <a className="side-item">
              <span>Basic info</span>
            </a>
            <a className="side-item">
              <span>Map</span>
            </a>
          </div>
        </nav>
        <button type="button" className="side-item side-collapse">
          <Icon of={PanelLeftClose} size={18} />
          <span>Collapse</span>
        </button>
      </aside>
      <header className="top">
        <div className="views" role="tablist">
          {['All', 'Logistics', 'Welcome', 'Security', 'Disinfection'].map((view, index) => (
            <button key={view} type="button" className="view" role="tab" aria-selected={index === 0}>
              {view}
              <i>{12 - index * 2}</i>
            </button>
          ))}
        </div>
        <span className="top-gap" />
        <button type="button" className="palette-open">
          <Icon of={Search} size={14} />
          <span>Go to robot, page, action</span>
          <kbd>Ctrl K</kbd>
        </button>
        <span className="top-links">
          <LinkLine links={['ok', 'ok']} description="Browser to cloud: up. Cloud to broker: up." />
          <em className="links-word not-italic">Live</em>
        </span>
        <IconButton label="Alarms: 2" icon={Bell} count={2} />
        <IconButton label="EN, change the language" letters="EN" />
        <IconButton label="Dark" icon={Moon} />
        <button type="button" className="me">
          <Avatar initials="LW" />
          <span>Lin Wei</span>
          <Icon of={ChevronDown} size={14} />
        </button>
      </header>
      <div className="visited">
        <VisitedTabs
          label="Visited"
          current={current}
          onOpen={nothing}
          onClose={nothing}
          tabs={[
            { id: 'home', label: 'Home', pinned: true, closeLabel: '' },
            ...['Porter 1', 'Alarms', 'Delivery records'].map((label) => ({
              id: label,
              label,
              pinned: false,
              closeLabel: `Close ${label}`,
            })),
          ]}
        />
        <span className="clock">
          Harbour Hotel <b>2026-11-21 14:32:08</b> Shanghai, UTC+8
        </span>
      </div>
      <main className="main">{children}</main>
    </div>
  );
}

function FleetMap() {
  const handle = useRef<MapHandle>(null);
  const [layers, setLayers] = useState<MapLayers>({ trails: true, routes: false, points: false });
  return (
    <Card clip className="flex min-h-0">
      <MapCanvas
        ref={handle}
        label="Live map"
        help="Arrows pan"
        plan={plan}
        points={points}
        scene={scene}
        layers={layers}
        scaleText={metres}
        robotsLabel="Robots on this floor"
        describe={describe}
      >
        <MapFloors
          label="Floor"
          current="F1"
          onFloor={nothing}
          floors={['B1', 'F1', 'F2', 'F3'].map((id) => ({ id, label: id, count: id === 'F1' ? 12 : 0 }))}
        />
        <MapZoom
          labels={{ group: 'View', zoomIn: 'Zoom in', zoomOut: 'Zoom out', fit: 'Whole floor', follow: 'Follow' }}
          onZoomIn={() => handle.current?.zoomIn()}
          onZoomOut={() => handle.current?.zoomOut()}
          onFit={() => handle.current?.fit()}
        />
        <MapLayerChips
          label="Layers"
          layers={layers}
          words={{ trails: 'Trails', trailsNote: 'last 60 s', routes: 'Routes', points: 'Points' }}
          onToggle={(layer) => setLayers({ ...layers, [layer]: !layers[layer] })}
        />
      </MapCanvas>
    </Card>
  );
}

export function HomeSample({ query }: { readonly query: URLSearchParams }) {
  const [view, setView] = useState(query.get('view') ?? 'cards');
  const train = STATUS_ORDER.flatMap((status) => robots.filter((robot) => robot.status === status));
  const facts = (robot: (typeof robots)[number]) => ({
    age: { text: robot.age, stale: robot.ghost },
    battery: {
      percent: robot.battery,
      charging: robot.status === 'charging',
      unknown: robot.ghost,
      label: `Battery ${robot.battery}%`,
    },
  });
  return (
    <Frame current="home">
      <div className="page-head">
        <div className="page-title">
          <h1>Harbour Hotel</h1>
          <p>12 robots. 11 answer, 1 is silent.</p>
        </div>
        <Button variant="ghost" icon={Share}>
          Share view
        </Button>
        <Button variant="primary" icon={Plus}>
          New task
        </Button>
      </div>
      <Banner
        tone="alarm"
        title="West patrol cannot move."
        text="Boxes in corridor W by room 102. Level two is called in"
        countdown="11:36"
      >
        <Button size="s">Take it</Button>
        <Button size="s" variant="ghost">
          Open
        </Button>
      </Banner>
      <Card className="grid flex-none grid-cols-[minmax(320px,1.75fr)_repeat(4,minmax(0,1fr))]">
        <div className="px-4 pt-3.5 pb-3">
          <span className="figure-label">Fleet now</span>
          <div className="mt-2 mb-2">
            <FleetTrain
              label="Fleet"
              robots={train.map(({ id, name, status }) => ({ id, name, status }))}
              shares={ROBOT_STATUSES.map((status) => ({ status, count: 2, label: status }))}
              onOpen={nothing}
              onFilter={nothing}
            />
          </div>
          <FleetLegend
            parts={[
              { count: 5, label: 'working' },
              { count: 5, label: 'free, charging or driven' },
              { count: 2, label: 'need you', isAlert: true },
            ]}
          />
        </div>
        <KeyFigure
          label="Deliveries today"
          value="86"
          note="12 more than Friday last week"
          meaning="good"
          trend={[38, 44, 41, 52, 60, 58, 74, 86]}
        />
        <KeyFigure label="Pick-up to hand-over" value="6:40" unit="min" note="median, 40 s faster" meaning="good" />
        <KeyFigure label="Patrol rounds" value="7" note="of 9, on schedule" />
        <KeyFigure label="Availability" value="96.2" unit="%" note="0.8 points below target" meaning="bad" />
      </Card>
      <div className="filters">
        <Chip label="All robots" note={12} on onToggle={nothing} />
        <Chip label="Needs attention" note={2} on={false} onToggle={nothing} />
        {(['online', 'working', 'standby', 'charging', 'offline'] as const).map((status) => (
          <Chip
            key={status}
            status={status}
            label={STATUS_WORD[status]}
            note={robots.filter((robot) => robot.status === status).length}
            on={false}
            onToggle={nothing}
          />
        ))}
        <span className="top-gap" />
        <TextInput
          size="s"
          icon={Search}
          value=""
          onChange={nothing}
          placeholder="Robots"
          keyHint="/"
          className="w-38"
          aria-label="Search"
        />
        <SegmentedControl
          size="s"
          label="Show as"
          value={view}
          onChange={setView}
          options={[
            { value: 'cards', label: 'Cards', icon: LayoutGrid },
            { value: 'table', label: 'Table', icon: TableIcon },
          ]}
        />
      </div>
      {view === 'table' ? (
        <Card clip className="flex min-h-0 flex-col">
          <Table
            label="Robots"
            rows={robots}
            idOf={({ id }) => id}
            current="S2-2402-0057"
            sort={{ column: 'robot', down: true }}
            onOpen={nothing}
            ticking={{
              ticked: new Set(['D2-2401-0022']),
              onTick: nothing,
              onTickAll: nothing,
              allLabel: 'Tick all',
              rowLabel: (id) => `Tick ${id}`,
            }}
            columns={[
              {
                id: 'robot',
                head: 'Robot',
                sortable: true,
                cell: (robot) => (
                  <div className="flex items-center gap-2">
                    <RobotArt kind={robot.kind} size={26} />
                    <b>{robot.name}</b>
                    <span className="serial">{robot.serialNumber}</span>
                  </div>
                ),
              },
              {
                id: 'state',
                head: 'Status',
                cell: ({ status }) => <StatusPill status={status} label={STATUS_WORD[status]} />,
              },
              {
                id: 'task',
                head: 'Task',
                cell: ({ task, reason }) => (
                  <>
                    {task} <span className="text-text-2">· {reason}</span>
                  </>
                ),
              },
              {
                id: 'battery',
                head: 'Battery',
                numeric: true,
                sortable: true,
                cell: (robot) => (
                  <div className="row-end">
                    <Battery {...facts(robot).battery} />
                  </div>
                ),
              },
              { id: 'age', head: 'Age', numeric: true, cell: (robot) => <Age {...facts(robot).age} /> },
              { id: 'acts', head: 'Acts', acts: true, cell: () => <IconButton size="s" label="Map" icon={Search} /> },
            ]}
          />
        </Card>
      ) : (
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,452px)_minmax(0,1fr)] gap-3">
          <div className="grid content-start gap-2 overflow-auto">
            {robots.map((robot) => (
              <RobotCard
                key={robot.id}
                name={robot.name}
                serialNumber={robot.serialNumber}
                kind={robot.kind}
                status={robot.status}
                statusLabel={STATUS_WORD[robot.status]}
                task={robot.task}
                reason={robot.reason}
                {...facts(robot)}
                href="#"
                link={Anchor}
              />
            ))}
          </div>
          <FleetMap />
        </div>
      )}
    </Frame>
  );
}
