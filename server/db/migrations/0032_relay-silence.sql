ALTER TABLE "elevators" ADD COLUMN "relay_silent_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "entrances" ADD COLUMN "relay_silent_since" timestamp (3) with time zone;