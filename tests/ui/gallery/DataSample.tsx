/** Components that show runs, times and reported values; values to copy. */
import { useState } from 'react';
import { BatteryLine } from '../../../src/ui/kit/later/BatteryLine.tsx';
import { DetailsPopover } from '../../../src/ui/kit/later/DetailsPopover.tsx';
import { ReportedLine, type ReportedState } from '../../../src/ui/kit/later/ReportedLine.tsx';
import { RunChip } from '../../../src/ui/kit/later/RunChip.tsx';
import type { RunLook } from '../../../src/ui/kit/later/runLook.ts';
import { TimelineAxis, TimelineTrack } from '../../../src/ui/kit/later/TimelineTrack.tsx';
import { ToggleMatrix } from '../../../src/ui/kit/later/ToggleMatrix.tsx';
import { WeekBars } from '../../../src/ui/kit/later/WeekBars.tsx';
import { CopyField } from '../../../src/ui/shell/CopyField.tsx';
import { nothing, Section } from './Section.tsx';

const RUNS: readonly [RunLook, string][] = [
  ['done', '13 min'],
  ['partial', '8 of 9 stops'],
  ['failed', 'Stop 3 blocked'],
  ['running', 'stop 4 of 9'],
  ['stuck', 'Blocked, stop 2'],
  ['planned', '≈ 26 min'],
  ['doubtful', 'Battery: 9%'],
  ['skipped', 'Exception'],
  ['unknown', 'Silent 33 min'],
];
const REPORTS: readonly [ReportedState, string, string][] = [
  ['reported', '80%', 'since 14:02'],
  ['pending', 'On', 'sent 6 s ago, no answer yet; it reported off'],
  ['refused', 'Off', 'refused by the lamp board, 14:29:51'],
  ['differs', '60%', 'accepted 80%, reports 60%'],
  ['silent', '80%', 'last reported 13:58'],
];
const ELEVATORS = ['Elevator 1', 'Elevator 2', 'Service elevator'];
const FLOORS = ['1F', '2F', '3F', '4F'];
const WEEK = [12, 9, null, 0, 14, 16, 7];
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const head = (id: string) => ({ id, label: id });

export function DataSample() {
  const [stops, setStops] = useState<ReadonlySet<string>>(new Set(['Elevator 11F', 'Elevator 12F']));
  return (
    <>
      <Section title="Runs">
        {RUNS.map(([look, state]) => (
          <RunChip key={look} look={look} state={state} onOpen={nothing} />
        ))}
        <RunChip look="planned" time="14:30" name="Day round" state="≈ 7 min" current onOpen={nothing} />
        <RunChip look="done" time="07:30" name="Day round" state="13 min" />
        <DetailsPopover
          open={false}
          label="Details of the run"
          onClose={nothing}
          anchor={<RunChip look="planned" state="≈ 7 min" onOpen={nothing} />}
        >
          <p>East patrol, 14:30</p>
        </DetailsPopover>
        <div className="h-9 w-full">
          <BatteryLine
            label="Battery of East patrol: 69%, lowest 9%"
            from={0}
            until={24}
            now={10}
            reserve={15}
            points={[
              { at: 0, percent: 90, charging: false },
              { at: 6, percent: 40, charging: false },
              { at: 9, percent: 80, charging: true },
              { at: 16, percent: 9, charging: false },
              { at: 19, percent: null, charging: false },
              { at: 24, percent: 60, charging: true },
            ]}
          />
        </div>
        <div className="grid w-full grid-cols-[96px_minmax(0,1fr)] items-center gap-x-3">
          {['East patrol', 'Mist 2'].map((robot, lane) => [
            <span key={robot} className="text-12 text-text-2">
              {robot}
            </span>,
            <TimelineTrack
              key={`${robot} lane`}
              label={robot}
              from={0}
              until={24}
              now={14.5}
              current="running"
              blocks={RUNS.map(([look, state], index) => ({
                id: look,
                from: index * 2.6 + lane,
                until: index * 2.6 + lane + 1.5,
                look,
                label: `${robot}, ${state}`,
                onOpen: nothing,
              }))}
            />,
          ])}
          <span />
          <TimelineAxis
            from={0}
            until={24}
            marks={[0, 6, 12, 18, 24].map((at) => ({ at, label: String(at).padStart(2, '0') }))}
          />
        </div>
      </Section>
      <Section title="Asked and reported">
        {REPORTS.map(([state, value, note]) => (
          <div key={state} className="w-65">
            <ReportedLine
              state={state}
              value={value}
              note={note}
              stations={['Asked', 'Sent', 'Reported']}
              description={note}
            />
          </div>
        ))}
      </Section>
      <Section title="Weeks">
        <WeekBars label="Deliveries" days={DAYS.map((day, index) => ({ day, value: WEEK[index] ?? null }))} />
        <div className="w-65">
          <WeekBars large label="Deliveries" days={DAYS.map((day, index) => ({ day, value: WEEK[index] ?? null }))} />
        </div>
      </Section>
      <Section title="Matrix">
        <ToggleMatrix
          label="Floors of the elevators"
          corner="Elevator"
          rows={ELEVATORS.map(head)}
          columns={FLOORS.map(head)}
          cellOf={(row, column) =>
            row === 'Service elevator' && column === '1F'
              ? null
              : {
                  checked: stops.has(row + column),
                  disabledReason: row === 'Elevator 2' ? 'Elevator 2 is out of service.' : undefined,
                }
          }
          nameOf={(row, column) => `${row.label} stops at ${column.label}`}
          onToggle={(row, column, on) => {
            const next = new Set(stops);
            if (on) next.add(row + column);
            else next.delete(row + column);
            setStops(next);
          }}
        />
      </Section>
      <Section title="Values to copy">
        <div className="w-100">
          <CopyField
            primary
            label="One-time link"
            value="https://here/set-password?code=abc"
            hint="Valid until 18:00"
          />
        </div>
      </Section>
    </>
  );
}
