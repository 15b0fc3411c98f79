/** Component sheet: every component in every state, in the order of the mock-up's sheet. */
import { useState } from 'react';
import Check from 'lucide-react/icons/check';
import Columns from 'lucide-react/icons/columns-3';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FileDown from 'lucide-react/icons/file-down';
import Lightbulb from 'lucide-react/icons/lightbulb';
import Navigation from 'lucide-react/icons/navigation';
import OctagonX from 'lucide-react/icons/octagon-x';
import Trash from 'lucide-react/icons/trash-2';
import WifiOff from 'lucide-react/icons/wifi-off';
import { ROBOT_KINDS } from '../../../contract/entities/constants.ts';
import { ROBOT_STATUSES } from '../../../contract/entities/robotConstants.ts';
import { AlertDialog } from '../../../src/ui/kit/AlertDialog.tsx';
import { Age } from '../../../src/ui/kit/Age.tsx';
import { Banner } from '../../../src/ui/kit/Banner.tsx';
import { Battery } from '../../../src/ui/kit/Battery.tsx';
import { BulkBar } from '../../../src/ui/kit/BulkBar.tsx';
import { Button } from '../../../src/ui/kit/Button.tsx';
import { Card } from '../../../src/ui/kit/Card.tsx';
import { Chip } from '../../../src/ui/kit/Chip.tsx';
import { CommandPalette } from '../../../src/ui/kit/CommandPalette.tsx';
import { ConfirmDialog } from '../../../src/ui/kit/ConfirmDialog.tsx';
import { Dialog } from '../../../src/ui/kit/Dialog.tsx';
import { TeleopPad } from '../../../src/ui/kit/TeleopPad.tsx';
import { Field } from '../../../src/ui/kit/Field.tsx';
import { FilterChip } from '../../../src/ui/kit/FilterChip.tsx';
import { FleetTrain } from '../../../src/ui/kit/FleetTrain.tsx';
import { IconButton } from '../../../src/ui/kit/IconButton.tsx';
import { Joystick } from '../../../src/ui/kit/Joystick.tsx';
import { LeaseBar } from '../../../src/ui/kit/LeaseBar.tsx';
import { Ledger, LedgerRow } from '../../../src/ui/pages/robotData/LedgerRow.tsx';
import { LinkLine } from '../../../src/ui/kit/LinkLine.tsx';
import { Logo } from '../../../src/ui/kit/Logo.tsx';
import { Menu } from '../../../src/ui/kit/Menu.tsx';
import { MessageBox } from '../../../src/ui/kit/MessageBox.tsx';
import { Pager } from '../../../src/ui/kit/Pager.tsx';
import { Popover } from '../../../src/ui/kit/Popover.tsx';
import { RobotArt } from '../../../src/ui/kit/RobotArt.tsx';
import { SkeletonBlocks } from '../../../src/ui/kit/SkeletonBlocks.tsx';
import { StaleValue } from '../../../src/ui/kit/StaleValue.tsx';
import { StatePanel } from '../../../src/ui/kit/StatePanel.tsx';
import { StatusPill } from '../../../src/ui/kit/StatusPill.tsx';
import { StatusShape } from '../../../src/ui/kit/StatusShape.tsx';
import { StopButton } from '../../../src/ui/kit/StopButton.tsx';
import { TextInput } from '../../../src/ui/kit/TextInput.tsx';
import type { TrackKind } from '../../../src/ui/kit/Track.tsx';
import { VideoFrame } from '../../../src/ui/kit/VideoFrame.tsx';
import { VisitedTabs } from '../../../src/ui/kit/VisitedTabs.tsx';
import { MapSheet } from './MapSheet.tsx';
import { KEYS, LIFE } from './RobotSample.tsx';
import { STATUS_WORD } from './samples.ts';
import { DataSample } from './DataSample.tsx';
import { FormSample } from './FormSample.tsx';
import { Fields } from './KitFields.tsx';
import { nothing, Section } from './Section.tsx';

const LIVES: readonly [string, string, number, TrackKind, string, 'plain' | 'running' | 'good' | 'bad' | 'attn'][] = [
  ['Go to Lift 1', 'asked by Lin Wei', 0, 'now', 'Asking', 'plain'],
  ['Go to Lift 1', 'on its way to the robot', 1, 'now', 'Sent, waiting for response', 'running'],
  ['Go to Lift 1', 'the robot took it', 2, 'now', 'Accepted', 'running'],
  ['Go to Lift 1', '16 m to go', 3, 'now', 'Running', 'running'],
  ['Go to Lift 1', 'stands at Lift 1, proved by its place', 4, 'done', 'Finished', 'good'],
  ['Lights on', 'Robot: lamp board is not responding', 2, 'fail', 'Declined by robot', 'bad'],
  ['Open cabinet 1', 'was offline, nothing was sent', 1, 'expired', 'Expired, not sent', 'attn'],
];

export function KitSample({ query }: { readonly query: URLSearchParams }) {
  const [open, setOpen] = useState(query.get('open'));
  return (
    <main className="px-12 py-10 max-desk:px-4">
      <div className="mb-7 flex items-center gap-3">
        <Logo size={34} />
        <h1 className="text-28">Roundhouse kit</h1>
      </div>
      <Section title="Status: one colour, one shape">
        {ROBOT_STATUSES.map((status) => (
          <span key={status} className="flex items-center gap-3">
            <StatusPill status={status} label={STATUS_WORD[status]} />
            <StatusShape status={status} />
            <StatusShape status={status} size={20} />
          </span>
        ))}
        <StatusPill status="online" icon={Check} label="Completed" />
        <StatusPill status="attn" label="Customer did not pick up" />
        <Age text="0.3 s" stale={false} />
        <Age text="33 min" stale />
        <StaleValue stale>0.45 m/s</StaleValue>
      </Section>
      <Section title="Robots">
        {ROBOT_KINDS.map((kind) => (
          <Card key={kind} className="grid flex-1 place-items-center p-4">
            <RobotArt kind={kind} size={112} />
          </Card>
        ))}
      </Section>
      <Section title="Buttons">
        <Button variant="primary">Save route</Button>
        <Button variant="primary" busy>
          Saving
        </Button>
        <Button icon={FileDown}>Export</Button>
        <Button variant="ghost" icon={Columns}>
          Columns
        </Button>
        <Button variant="danger" icon={Trash}>
          Delete point
        </Button>
        <Button variant="dangerFill">Delete Kitchen pass</Button>
        <Button
          icon={Lightbulb}
          disabledTitle="Lights cannot be used now"
          disabledReason="Porter 1's lamp board has not responded since 14:29:51."
        >
          Lights
        </Button>
        <Button size="s">Small</Button>
        <Button>Normal</Button>
        <Button size="l">Large</Button>
        <IconButton label="More" icon={Ellipsis} />
        <IconButton outlined label="More" icon={Ellipsis} />
        <Menu
          trigger={<Button iconEnd={Ellipsis}>Menu</Button>}
          entries={[
            { kind: 'item', id: 'a', label: 'Photo', onSelect: nothing },
            { kind: 'item', id: 'b', label: 'Relocate', disabledReason: 'It drives.', onSelect: nothing },
            { kind: 'line', id: 'l' },
            { kind: 'check', id: 'c', label: 'Battery', checked: true, onChange: nothing },
            { kind: 'item', id: 'd', label: 'Unbind', danger: true, icon: Trash, onSelect: nothing },
          ]}
        />
        <Popover label="About lights" trigger={<Button>Popover</Button>}>
          The lamp board answers within 2 s.
        </Popover>
        <Button onClick={() => setOpen('confirm')}>Question</Button>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('form')}>Form</Button>
        <Button onClick={() => setOpen('palette')}>Palette</Button>
        <div className="grid w-full grid-cols-3 gap-5">
          <StopButton look="ready" label="Stop" note="Stops Porter 1 immediately." keyHint="Esc" onStop={nothing} />
          <StopButton look="sent" label="Stop sent" note="Waiting for Porter 1 to confirm, 0.4 s" onStop={nothing} />
          <StopButton look="stopped" label="Stopped" note="by Lin Wei, confirmed by the robot" onStop={nothing} />
        </div>
      </Section>
      <Fields />
      <Section title="Tabs, chips, links">
        <div className="visited w-100 self-stretch">
          <VisitedTabs
            label="Visited"
            current="b"
            onOpen={nothing}
            onClose={nothing}
            tabs={[
              { id: 'a', label: 'Home', pinned: true, closeLabel: '' },
              { id: 'b', label: 'Porter 1', pinned: false, closeLabel: 'Close' },
              { id: 'c', label: 'Alarms', pinned: false, closeLabel: 'Close' },
            ]}
          />
        </div>
        <Chip status="working" label="Working" note={5} on onToggle={nothing} />
        <Chip status="offline" label="Offline" note={1} on={false} onToggle={nothing} />
        <FilterChip name="Robot" value="Porter 1" removeLabel="Remove" onRemove={nothing} />
        {(
          [
            ['ok', 'ok', 'ok'],
            ['ok', 'ok', 'slow'],
            ['ok', 'ok', 'silent'],
            ['ok', 'ok', 'down'],
            ['down', 'silent', 'silent'],
          ] as const
        ).map((links) => (
          <LinkLine key={links.join()} links={links} description={links.join()} />
        ))}
        <Battery percent={78} label="78" />
        <Battery percent={24} label="24" />
        <Battery percent={9} label="9" />
        <Battery percent={41} charging label="41" />
        <Battery percent={52} unknown label="52" />
        <Battery percent={null} label="unknown" />
        <div className="w-full">
          <FleetTrain
            label="Fleet"
            robots={Array.from({ length: 1000 }, (_, index) => ({
              id: String(index),
              name: '',
              status: 'online' as const,
            }))}
            shares={ROBOT_STATUSES.map((status, index) => ({
              status,
              count: [9, 31, 160, 420, 210, 170][index] ?? 0,
              label: `${[9, 31, 160, 420, 210, 170][index] ?? 0} ${status}`,
            }))}
            chosen="standby"
            onOpen={nothing}
            onFilter={nothing}
          />
        </div>
      </Section>
      <Section title="Commands and control">
        <Card className="flex-1">
          <Ledger label="Commands">
            {LIVES.map(([title, note, current, kind, outcome, tone], index) => (
              <LedgerRow
                key={index}
                time={`14:32:0${index}`}
                dateTime=""
                title={title}
                note={note}
                track={{ stations: LIFE, current, kind, description: outcome }}
                outcome={outcome}
                tone={tone}
              />
            ))}
          </Ledger>
        </Card>
        <div className="flex flex-1 flex-col gap-2.5">
          <LeaseBar look="nobody" title="Nobody has control" note="Ask for control to steer by hand">
            <Button size="s" variant="primary">
              Take control
            </Button>
          </LeaseBar>
          <LeaseBar look="mine" title="You have control" note="1:42 left, renews">
            <Button size="s" variant="ghost">
              Hand over
            </Button>
            <Button size="s">Release</Button>
          </LeaseBar>
          <LeaseBar
            look="other"
            title="Chen Yu has control, you're watching"
            note={'since 14:30:12, "guest waits at the desk"'}
          >
            <Button size="s">Ask for it</Button>
            <Button size="s" variant="ghost">
              Take over
            </Button>
          </LeaseBar>
          <div className="flex gap-4">
            <div className="w-57">
              <TeleopPad label="Drive" keys={KEYS} active={['forward']} onPress={nothing} onRelease={nothing} />
            </div>
            <div className="w-57">
              <TeleopPad
                label="Drive"
                keys={KEYS}
                active={[]}
                onPress={nothing}
                onRelease={nothing}
                disabledReason="Nobody has control."
              />
            </div>
          </div>
          <Joystick label="Drive" onMove={nothing} onRelease={nothing} />
        </div>
      </Section>
      <DataSample />
      <Section title="Table feet">
        <div className="w-full">
          <BulkBar summary="1 ticked" clearLabel="Clear" onClear={nothing}>
            <Button size="s" variant="ghost" icon={FileDown}>
              Export
            </Button>
          </BulkBar>
        </div>
        <Card className="w-full">
          <Pager
            label="Pages"
            summary="1 to 50 of 214"
            page={2}
            pages={9}
            onPage={nothing}
            previousLabel="Previous"
            nextLabel="Next"
            pageLabel={(page) => `Page ${page}`}
            size={{ label: 'Rows', value: '50', options: [{ value: '50', label: '50 a page' }], onChange: nothing }}
          />
        </Card>
      </Section>
      <Section title="Messages">
        <div className="flex flex-1 flex-col gap-3">
          <Banner tone="alarm" title="West patrol cannot move." text="Level two is called in" countdown="11:36">
            <Button size="s">Take it</Button>
          </Banner>
          <Banner
            tone="warn"
            icon={WifiOff}
            title="This browser lost the cloud 9 s ago."
            text="What you see is old. Trying again in 3 s."
          >
            <Button size="s">Try now</Button>
          </Banner>
        </div>
        {(['bad', 'good', 'attn', 'plain'] as const).map((tone) => (
          <MessageBox
            key={tone}
            id={tone}
            tone={tone}
            title="Point was not saved"
            text="Chen Yu changed it at 14:31. Look at both and choose."
            closeLabel="Close"
            durationMs={5000}
            held
            onClose={nothing}
            onHold={nothing}
            onLetGo={nothing}
          />
        ))}
      </Section>
      <Section title="Video">
        <div className="grid w-full grid-cols-4 gap-4">
          <VideoFrame look="live" label="Camera, live" source="Front camera · 120 ms" quality="720p" />
          <VideoFrame
            look="stale"
            label="Camera, stale"
            title="Image is 12 s old"
            text="Driving is stopped. Retrying…"
          />
          <VideoFrame look="opening" label="Camera, opening" title="Opening camera…" text="2 s" />
          <VideoFrame
            look="failed"
            label="Camera, failed"
            title="Camera is unplugged"
            text="The robot reports error 1402. Check plug J2."
          />
        </div>
      </Section>
      <Section title="Map">
        <MapSheet />
      </Section>
      <Section title="States of a list or page">
        <div className="grid w-full grid-cols-4 gap-4">
          <Card className="p-4">
            <SkeletonBlocks shape="rows" count={3} label="Loading" />
          </Card>
          <Card>
            <StatePanel
              state="empty"
              title="No deliveries yet"
              text="Each delivery is listed here with its codes and times."
            >
              <Button variant="primary" size="s">
                Send the first one
              </Button>
            </StatePanel>
          </Card>
          <Card>
            <StatePanel
              state="failed"
              title="Records could not be loaded"
              text="The cloud did not answer within 10 s. Your filters are kept."
            >
              <Button size="s">Try again</Button>
            </StatePanel>
          </Card>
          <Card>
            <StatePanel
              state="forbidden"
              title="Not for your role"
              text="Alarm settings belong to administrators. Ask Zhao Min for the right."
            >
              <Button size="s">Ask for access</Button>
            </StatePanel>
          </Card>
        </div>
      </Section>
      <ConfirmDialog
        open={open === 'confirm'}
        danger
        title="Delete point Kitchen pass?"
        text="3 routes and 1 scheduled task use it. They will stop there no more. You can undo this until you publish."
        confirmLabel="Delete Kitchen pass"
        cancelLabel="Cancel"
        onConfirm={() => setOpen(null)}
        onCancel={() => setOpen(null)}
      />
      <AlertDialog
        open={open === 'alert'}
        title="You were signed out"
        text="Somebody signed in with this account elsewhere."
        actionLabel="Sign in again"
        onAction={() => setOpen(null)}
      />
      <Dialog
        open={open === 'dialog'}
        onClose={() => setOpen(null)}
        title="Take over control"
        description="Chen Yu is told your reason."
        closeLabel="Close"
        foot={
          <>
            <Button onClick={() => setOpen(null)}>Leave it</Button>
            <Button variant="primary">Take over</Button>
          </>
        }
      >
        <Field label="Reason">
          <TextInput value="" onChange={nothing} />
        </Field>
      </Dialog>
      {open === 'form' && <FormSample onClose={() => setOpen(null)} />}
      <CommandPalette
        open={open === 'palette'}
        label="Go to"
        query="por"
        placeholder="Robot, page, action"
        chosen="a"
        noneText="Nothing found"
        enterKey="Enter"
        escapeKey="Esc"
        onQuery={nothing}
        onChoose={nothing}
        onPick={nothing}
        onClose={() => setOpen(null)}
        hints={[
          { keys: ['↑', '↓'], text: 'choose' },
          { keys: ['Enter'], text: 'open' },
        ]}
        sections={[
          {
            id: 'r',
            title: 'Robots',
            items: [
              {
                id: 'a',
                label: 'Porter 1',
                detail: 'W1-2308-0417',
                art: 'delivery',
                end: <StatusPill status="working" label="Working" />,
              },
              {
                id: 'b',
                label: 'Porter 2',
                detail: 'W1-2308-0418',
                art: 'delivery',
                end: <StatusPill status="charging" label="Charging" />,
              },
            ],
          },
          {
            id: 'x',
            title: 'Actions',
            items: [
              { id: 'c', label: 'Stop Porter 1', icon: OctagonX },
              { id: 'd', label: 'Send Porter 1 to a point', icon: Navigation },
            ],
          },
        ]}
      />
    </main>
  );
}
