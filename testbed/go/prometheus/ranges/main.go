// Command ranges answers PromQL with Prometheus's own engine, over what was scraped from one target. It reads a question from its input and
// writes the answers to its output, both as JSON:
//
//	{"scrapes": [{"time": 1.5, "text": "..."}], "queries": ["up"], "start": 0, "end": 60, "step": 5}
//	[[{"labels": {"group": "hpc"}, "points": [[0, 1], [5, 2]]}]]
//
// Times are seconds. Values that are no number are left out.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/textparse"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/tsdb"
)

type question struct {
	Scrapes []struct {
		Time float64 `json:"time"`
		Text string  `json:"text"`
	} `json:"scrapes"`
	Queries []string `json:"queries"`
	Start   float64  `json:"start"`
	End     float64  `json:"end"`
	Step    float64  `json:"step"`
}

type series struct {
	Labels map[string]string `json:"labels"`
	Points [][2]float64      `json:"points"`
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ranges:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	var asked question
	if err := json.NewDecoder(in).Decode(&asked); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "ranges")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	db, err := tsdb.Open(folder, nil, nil, tsdb.DefaultOptions(), nil)
	if err != nil {
		return err
	}
	defer db.Close()
	for _, scrape := range asked.Scrapes {
		if err := keep(db, milliseconds(scrape.Time), []byte(scrape.Text)); err != nil {
			return err
		}
	}
	engine := promql.NewEngine(promql.EngineOpts{
		MaxSamples:    1_000_000,
		Timeout:       time.Minute,
		LookbackDelta: 5 * time.Minute,
		Parser:        parser.NewParser(parser.Options{}),
	})
	answers := make([][]series, 0, len(asked.Queries))
	for _, query := range asked.Queries {
		answer, err := ask(engine, db, query, asked)
		if err != nil {
			return fmt.Errorf("%s: %w", query, err)
		}
		answers = append(answers, answer)
	}
	return json.NewEncoder(out).Encode(answers)
}

func keep(db *tsdb.DB, at int64, text []byte) error {
	samples := textparse.NewPromParser(text, labels.NewSymbolTable(), false)
	appender := db.Appender(context.Background())
	for {
		entry, err := samples.Next()
		if errors.Is(err, io.EOF) {
			return appender.Commit()
		}
		if err != nil {
			return errors.Join(err, appender.Rollback())
		}
		if entry != textparse.EntrySeries {
			continue
		}
		var name labels.Labels
		samples.Labels(&name)
		_, _, value := samples.Series()
		if _, err := appender.Append(0, name, at, value); err != nil {
			return errors.Join(err, appender.Rollback())
		}
	}
}

func ask(engine *promql.Engine, db *tsdb.DB, text string, about question) ([]series, error) {
	query, err := engine.NewRangeQuery(
		context.Background(), db, nil, text, moment(about.Start), moment(about.End), time.Duration(milliseconds(about.Step))*time.Millisecond)
	if err != nil {
		return nil, err
	}
	defer query.Close()
	matrix, err := query.Exec(context.Background()).Matrix()
	if err != nil {
		return nil, err
	}
	answer := make([]series, 0, len(matrix))
	for _, found := range matrix {
		points := make([][2]float64, 0, len(found.Floats))
		for _, point := range found.Floats {
			if !math.IsNaN(point.F) && !math.IsInf(point.F, 0) {
				points = append(points, [2]float64{float64(point.T) / 1000, point.F})
			}
		}
		answer = append(answer, series{found.Metric.Map(), points})
	}
	return answer, nil
}

func milliseconds(seconds float64) int64 {
	return int64(math.Round(seconds * 1000))
}

func moment(seconds float64) time.Time {
	return time.UnixMilli(milliseconds(seconds))
}
