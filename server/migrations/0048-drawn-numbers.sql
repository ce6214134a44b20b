-- A number for people must not tell how many have applied before, or in which order. So it is drawn at random, and no
-- key or count leads from one to the next. Numbers that people already have stay.
ALTER TABLE applications ALTER COLUMN serial DROP IDENTITY;

CREATE OR REPLACE FUNCTION draw_serial() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOOP
    -- The first digits of a random UUID are random bits.
    NEW.serial := 1 + ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 6436342;
    EXIT WHEN NOT EXISTS (SELECT FROM applications WHERE serial = NEW.serial);
  END LOOP;
  RETURN NEW;
END $$;

-- A restored application brings its own.
CREATE TRIGGER serials_are_drawn BEFORE INSERT ON applications
  FOR EACH ROW WHEN (NEW.serial IS NULL) EXECUTE FUNCTION draw_serial();
