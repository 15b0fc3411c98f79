/** Layout of the robot page, live and stale. */
import { useRef, useState } from 'react';
import Camera from 'lucide-react/icons/camera';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Clock from 'lucide-react/icons/clock';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Lightbulb from 'lucide-react/icons/lightbulb';
import Maximize from 'lucide-react/icons/maximize';
import MicOff from 'lucide-react/icons/mic-off';
import Navigation from 'lucide-react/icons/navigation';
import Phone from 'lucide-react/icons/phone';
import Zap from 'lucide-react/icons/zap';
import { MapCanvas } from '../../../src/ui/canvas/MapCanvas.tsx';
import type { MapHandle } from '../../../src/ui/canvas/MapCanvas.tsx';
import { MapFloors, MapZoom } from '../../../src/ui/canvas/MapTools.tsx';
import { Age } from '../../../src/ui/kit/Age.tsx';
import { Banner } from '../../../src/ui/kit/Banner.tsx';
import { Battery } from '../../../src/ui/kit/Battery.tsx';
import { Button } from '../../../src/ui/kit/Button.tsx';
import { Card } from '../../../src/ui/kit/Card.tsx';
import { TeleopPad } from '../../../src/ui/kit/TeleopPad.tsx';
import type { TeleopDirection } from '../../../src/ui/kit/TeleopPad.tsx';
import { IconButton } from '../../../src/ui/kit/IconButton.tsx';
import { LeaseBar } from '../../../src/ui/kit/LeaseBar.tsx';
import { JourneyTrack } from '../../../src/ui/pages/robotData/JourneyTrack.tsx';
import { Ledger, LedgerRow } from '../../../src/ui/pages/robotData/LedgerRow.tsx';
import type { Tone } from '../../../src/ui/pages/robotData/LedgerRow.tsx';
import { LinkLine } from '../../../src/ui/kit/LinkLine.tsx';
import { Problem } from '../../../src/ui/kit/Problem.tsx';
import { RobotArt } from '../../../src/ui/kit/RobotArt.tsx';
import { Slider } from '../../../src/ui/kit/Slider.tsx';
import { StaleValue } from '../../../src/ui/kit/StaleValue.tsx';
import { StatusPill } from '../../../src/ui/kit/StatusPill.tsx';
import { StopButton } from '../../../src/ui/kit/StopButton.tsx';
import type { TrackKind } from '../../../src/ui/kit/Track.tsx';
import { VideoAct, VideoFrame } from '../../../src/ui/kit/VideoFrame.tsx';
import { Frame } from './HomeSample.tsx';
import { describe, metres, places, plan, points, robots, stillScene } from './samples.ts';

const nothing = (): void => undefined;
export const LIFE = ['Requested', 'Sent', 'Accepted', 'Running', 'Finished'].map((label) => ({ label }));
export const KEYS: Record<TeleopDirection, { label: string; keyHint: string }> = {
  rotateLeft: { label: 'Turn left', keyHint: 'Q' },
  forward: { label: 'Forward', keyHint: 'W' },
  rotateRight: { label: 'Turn right', keyHint: 'E' },
  left: { label: 'Curve left', keyHint: 'A' },
  back: { label: 'Back', keyHint: 'S' },
  right: { label: 'Curve right', keyHint: 'D' },
};
const ID = 'W1-2308-0417';

const LEDGER: readonly [string, string, string, number, TrackKind, string, Tone][] = [
  ['14:32:06', 'Drive manually', 'asked by Lin Wei', 3, 'now', 'Driving', 'running'],
  ['14:31:20', 'Go to Lift 1', 'by the delivery task', 3, 'now', 'Held while you drive', 'attn'],
  ['14:30:44', 'Say "Please let me pass"', 'asked by Lin Wei', 4, 'done', 'Finished', 'good'],
  ['14:29:51', 'Lights on', 'Robot: lamp board is not responding', 2, 'fail', 'Declined by robot', 'bad'],
  ['14:21:03', 'Open cabinet 1', 'was offline, nothing was sent', 1, 'expired', 'Expired, not sent', 'attn'],
];

export function RobotSample({ query }: { readonly query: URLSearchParams }) {
  const stale = query.get('state') === 'stale';
  const handle = useRef<MapHandle>(null);
  const [follow, setFollow] = useState<string | null>(ID);
  const [goal] = useState(() => places([22.2, 11])[0] ?? null);
  const [scene] = useState(() =>
    stillScene(
      robots.map((robot) => (robot.id === ID && stale ? { ...robot, ghost: true, ageText: '12 s ago' } : robot)),
    ),
  );
  const why = stale ? 'No data from Porter 1 for 12 s.' : undefined;
  return (
    <Frame current="Porter 1">
      <div className="page-head">
        <RobotArt kind="delivery" size={46} />
        <div>
          <div className="flex items-center gap-2.5">
            <h1>Porter 1</h1>
            {stale ? (
              <StatusPill status="attn" icon={Clock} label="No response" />
            ) : (
              <StatusPill status="working" label="Working" />
            )}
          </div>
          <span className="serial">{ID}</span>
        </div>
        <div className="ml-2 flex items-center gap-4 border-l border-line-2 pl-5">
          <StaleValue stale={stale}>
            <Battery percent={78} unknown={stale} label="Battery 78%" />
          </StaleValue>
          <span className="flex items-center gap-2">
            <LinkLine links={['ok', 'ok', stale ? 'silent' : 'ok']} description="All up" />
            <Age text={stale ? '12 s' : '0.3 s'} stale={stale} />
          </span>
        </div>
        <span className="top-gap" />
        <Button icon={Phone}>Call</Button>
        <Button icon={Camera}>Photo</Button>
        <IconButton outlined label="More" icon={Ellipsis} />
        <IconButton label="Previous" icon={ChevronLeft} />
        <IconButton label="Next" icon={ChevronRight} />
      </div>
      {stale && (
        <Banner
          tone="warn"
          icon={Clock}
          title="No data from Porter 1 for 12 s."
          text="The robot is still connected to the message broker. Everything shown is from 14:31:56."
        >
          <Button size="s">Why?</Button>
        </Banner>
      )}
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_384px] gap-3">
        <div className="flex min-h-0 flex-col gap-3">
          <Card clip className="flex min-h-0 flex-1 flex-col">
            <div className="flex h-18 flex-none items-center gap-6 border-b border-line px-5">
              <div>
                <b className="block text-14 text-heading">Delivering to 312</b>
                <span className="text-12 text-text-2">2 parcels, 3.1 kg</span>
              </div>
              <JourneyTrack
                done={false}
                current={1}
                progress={0.56}
                description="Driving to Lift 1"
                stations={[
                  { label: 'Kitchen pass', note: '14:27' },
                  { label: 'Lift 1', note: stale ? 'unknown' : '14:33, 16 m to go' },
                  { label: '3F lobby', note: '14:34' },
                  { label: 'Room 312', note: '14:35' },
                ]}
              />
            </div>
            <MapCanvas
              ref={handle}
              label="Live map"
              help="Arrows pan"
              plan={plan}
              points={points}
              scene={scene}
              selected={ID}
              follow={follow}
              fieldOfView
              goal={goal}
              layers={{ trails: false, routes: false, points: true }}
              scaleText={metres}
              robotsLabel="Robots"
              describe={describe}
              onFollow={setFollow}
            >
              <MapFloors
                label="Floor"
                current="F1"
                onFloor={nothing}
                floors={['B1', 'F1', 'F2', 'F3'].map((id) => ({ id, label: id, count: id === 'F1' ? 12 : 0 }))}
              />
              <MapZoom
                labels={{ group: 'View', zoomIn: 'Zoom in', zoomOut: 'Zoom out', fit: 'Whole floor', follow: 'Follow' }}
                following={{ on: follow !== null, onToggle: () => setFollow(follow === null ? ID : null) }}
                onZoomIn={() => handle.current?.zoomIn()}
                onZoomOut={() => handle.current?.zoomOut()}
                onFit={() => handle.current?.fit()}
              />
            </MapCanvas>
          </Card>
          <Card
            clip
            title="Commands"
            acts={
              <>
                <Button size="s" icon={Navigation} disabledReason={why}>
                  Go to point
                </Button>
                <Button size="s" icon={Zap} disabledReason={why}>
                  Charge
                </Button>
                <Button
                  size="s"
                  icon={Lightbulb}
                  disabledTitle="Lights cannot be used now"
                  disabledReason="Porter 1's lamp board has not responded since 14:29:51."
                >
                  Lights
                </Button>
                <IconButton label="More" icon={Ellipsis} />
              </>
            }
          >
            <Ledger label="Commands">
              {LEDGER.map(([time, title, note, current, kind, outcome, tone]) => (
                <LedgerRow
                  key={time}
                  time={time}
                  dateTime={time}
                  title={title}
                  note={note}
                  track={{ stations: LIFE, current, kind, description: outcome }}
                  outcome={outcome}
                  tone={tone}
                />
              ))}
            </Ledger>
          </Card>
        </div>
        <div className="flex min-h-0 flex-col gap-3">
          <VideoFrame
            look={stale ? 'stale' : 'live'}
            label="Front camera of Porter 1"
            source={stale ? 'Front camera, last image' : 'Front camera · 120 ms'}
            quality={stale ? 'no data' : '720p · 4.8 Mb/s'}
            time="14:32:08.3"
            title="Image is 12 s old"
            text="Driving has stopped. Retrying…"
            acts={
              <>
                <VideoAct label="Speak" icon={MicOff} onPress={nothing} />
                <VideoAct label="Photo" icon={Camera} onPress={nothing} />
                <VideoAct label="Fill window" icon={Maximize} onPress={nothing} />
              </>
            }
          />
          <Card className="flex flex-col gap-2 p-2">
            {stale ? (
              <LeaseBar
                look="lost"
                title="You have control, but the robot isn't responding"
                note="The robot stops by itself within a quarter of a second"
              >
                <Button size="s">Release</Button>
              </LeaseBar>
            ) : (
              <LeaseBar look="mine" title="You have control" note="1:42 left, renews">
                <Button size="s" variant="ghost">
                  Hand over
                </Button>
                <Button size="s">Release</Button>
              </LeaseBar>
            )}
            <TeleopPad
              label="Drive Porter 1"
              keys={KEYS}
              active={stale ? [] : ['forward']}
              onPress={nothing}
              onRelease={nothing}
              disabledReason={why}
              disabledTitle="Driving waits"
            />
            <div className="flex items-center gap-2.5 px-1 text-12 text-text-2">
              <span>Speed</span>
              <Slider
                label="Speed"
                value={0.45}
                min={0.1}
                max={1.2}
                step={0.05}
                valueText="0.45 m/s"
                onChange={nothing}
              />
              <b>
                <StaleValue stale={stale}>0.45 m/s</StaleValue>
              </b>
            </div>
            {!stale && (
              <p className="px-1 text-12 text-text-2">
                Hold to drive. Let go, hide this tab or lose the link: it stops.
              </p>
            )}
          </Card>
          <Card className="min-h-0 flex-1 overflow-hidden p-2">
            <Problem
              title="Front lamp is not responding"
              text="Since 14:29:51. Driving is not affected. Check plug J4 at the next service."
            />
            <dl className="facts px-1.5 pt-2">
              {[
                ['Position', 'Located, 98%'],
                ['Cabinet state', '1 closed, 2 closed'],
                ['Network', 'Wi-Fi −58 dBm'],
                ['Software', '2.14.3'],
              ].map(([term = '', value = '']) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>
                    <StaleValue stale={stale}>{value}</StaleValue>
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
          <StopButton
            look="ready"
            label="Stop"
            note={stale ? 'Sent the moment it answers.' : 'Stops Porter 1 immediately.'}
            keyHint="Esc"
            onStop={nothing}
          />
        </div>
      </div>
    </Frame>
  );
}
